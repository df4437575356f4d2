#!/usr/bin/env python3
"""Analyses boards with Afterstate: engine_client.py PROGRAM [OPTIONS OF THE ENGINE COMMAND]"""
import json
import subprocess
import sys

boards = ["2 4 8 16  2 4 8 0  0 0 0 0  0 0 0 0", "2 2 4 8  0 0 0 0  0 0 0 0  0 0 0 0", "not a board"]
engine = subprocess.Popen([sys.argv[1], "engine", *sys.argv[2:]], text=True,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE)
for number, board in enumerate(boards):
    engine.stdin.write(json.dumps({"id": number, "board": board, "depth": 2}) + "\n")
engine.stdin.close()  # it answers all requests and exits
answers = {answer["id"]: answer for answer in map(json.loads, engine.stdout)}
for number, board in enumerate(boards):
    answer = answers[number]
    print(board, "->", answer.get("best") or f"error in {answer['field']}: {answer['error']}")
assert engine.wait() == 0 and answers[1]["best"] in answers[1]["moves"] and answers[2]["field"] == "board"
