#!/usr/bin/env python3
"""Runs the examples of docs/api.md against a server: api_examples.py PROGRAM DOCS/API.MD

An example is a line "$ curl ..." and the output below it, in which "..." matches anything.
"""
import pathlib
import re
import subprocess
import sys
import tempfile


def examples(text):
    for block in re.findall(r"^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = example.partition("\n")
            if command.startswith("curl "):
                yield command, output.strip()


def main():
    program, page = sys.argv[1], pathlib.Path(sys.argv[2]).read_text()
    failed = count = 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        database = f"{folder}/2x3.db"
        subprocess.run([program, "solve", "2x3", "--out", database], check=True, stdout=subprocess.DEVNULL)
        command = [program, "serve", "--port", "0", "--db", database, "--runs", f"{folder}/runs"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            address = re.search(r"http://\S+", server.stdout.readline()).group()
            for command, expected in examples(page):
                count += 1
                command = command.replace("http://127.0.0.1:2048", address)
                got = subprocess.run(command, shell=True, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
                pattern = ".*".join(map(re.escape, expected.split("...")))
                if not re.fullmatch(pattern, got, re.DOTALL):
                    failed += 1
                    print(f"{command}\nexpected {expected}\ngot      {got}\n")
        finally:
            server.terminate()
            server.wait()
    print(f"{count - failed} passed, {failed} failed")
    sys.exit(failed > 0 or count == 0)


if __name__ == "__main__":
    main()
