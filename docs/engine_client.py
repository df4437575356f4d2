#!/usr/bin/env python3
"""Analyses boards with Afterstate: engine_client.py PROGRAM [OPTIONS OF THE ENGINE COMMAND]"""
import json
import subprocess
import sys

if len(sys.argv) < 2:
    sys.exit(f"usage: {sys.argv[0]} PROGRAM [OPTIONS], such as: {sys.argv[0]} build/afterstate --model default")
boards = ["2 4 8 16  2 4 8 0  0 0 0 0  0 0 0 0", "2 2 4 8  0 0 0 0  0 0 0 0  0 0 0 0", "not a board"]
try:
    engine = subprocess.Popen([sys.argv[1], "engine", *sys.argv[2:]], text=True,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE)
except OSError as error:
    sys.exit(f"cannot start '{sys.argv[1]}': {error.strerror}; give the path of the program afterstate")
requests = [json.dumps({"id": number, "board": board}) for number, board in enumerate(boards)]
out, _ = engine.communicate("\n".join(requests))  # it answers all requests and exits
if engine.returncode != 0:
    sys.exit(engine.returncode)  # it has said why
answers = {answer["id"]: answer for answer in map(json.loads, out.splitlines())}
for number, board in enumerate(boards):
    answer = answers[number]
    print(board, "->", answer.get("best") or f"error in {answer['field']}: {answer['error']}")
assert answers[1]["best"] in answers[1]["moves"] and answers[2]["field"] == "board"
