#!/usr/bin/env python3
"""Attacks a server while a polite client uses it: serve_attack.py PROGRAM [--scale S] [--only NAME...]

Each scenario starts a server. The polite client has the address 127.0.0.1 and asks twice a second, over a new connection
each time; the others have addresses of their own. Prints what the polite client saw. The exit status is 1 if a target is
missed.

idle      64 connections declare a body of 1 MB and send nothing of it
pipeline  1,000 connections send 60 requests each and read nothing
viewers   every place for viewers of one address is taken by viewers that never read; an older viewer watches
flood     64 connections on each route ask as fast as they can
mixed     ordinary load and the first three at once; also the memory of the server

--scale 1, the default, takes 8 minutes, of which mixed takes 5.
"""
import argparse
import contextlib
import json
import multiprocessing
import os
import pathlib
import re
import resource
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time

POLITE, BUSY, IDLE, PIPELINE, VIEWERS = (f"127.0.0.{n}" for n in range(1, 6))
BOARD = "2 4 8 16 2 4 8 0 0 0 0 0 0 0 0 0"
RECORD = {"start": "2 0 0 0/0 2 0 0/0 0 0 0/0 0 0 0", "moves": "LU", "spawns": [[15, 2], [14, 2]], "score": 4}


def get(path):
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def post(path, body):
    text = json.dumps(body)
    return (f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(text)}\r\n\r\n{text}").encode()


def analyse(**fields):
    return post("/api/v1/analyse", {"board": BOARD, **fields})


# What a flood asks, and what the polite client asks on the same route.
ROUTES = {
    "page": (get("/"), get("/")),
    "hint, depth 1": (analyse(depth=1), analyse(depth=1)),
    "hint, depth 3": (analyse(depth=3), analyse(depth=3)),
    "hint, 2 s": (analyse(time_ms=2000), analyse(time_ms=50)),
    "review": (post("/api/v1/review", {"record": RECORD, "depth": 3}), post("/api/v1/review", RECORD)),
    "model": (get("/api/v1/model"), get("/api/v1/model")),
    "watch": (get("/api/v1/watch?speed=0"), get("/api/v1/watch?speed=5")),
    "recipes": (get("/api/v1/recipes"), get("/api/v1/recipes")),
    "runs": (get("/api/v1/runs"), get("/api/v1/runs")),
    "start of a run": (post("/api/v1/runs", {"recipe": "none"}), get("/api/v1/runs")),
}
ORDINARY = [analyse(depth=3), get("/"), analyse(depth=2), get("/api/v1/model"), get("/api/v1/runs")]


def connect(address, port, receive_buffer=0):
    one = socket.socket()
    if receive_buffer:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    one.bind((address, 0))
    one.settimeout(60)
    one.connect(("127.0.0.1", port))
    return one


def is_whole(response):
    """Whether a response has arrived; of a stream, its first event."""
    end = response.find(b"\r\n\r\n")
    if end < 0:
        return False
    length = re.search(rb"\r\nContent-Length: (\d+)", response[:end])
    return len(response) >= end + 4 + int(length.group(1)) if length else response.count(b"\n\n") > 0


def ask(port, request, address=POLITE):
    """The status, 0 if the server hangs up, and the time of the answer in seconds."""
    start = time.perf_counter()
    response = b""
    try:
        with connect(address, port) as one:
            one.sendall(request)
            while not is_whole(response):
                piece = one.recv(65536)
                if not piece:
                    break
                response += piece
    except OSError:
        pass
    status = int(response[9:12]) if response.startswith(b"HTTP/1.1 ") else 0
    return status, time.perf_counter() - start


class Polite:
    """Asks twice a second and remembers the answers."""

    def __init__(self, port, requests):
        self.port, self.requests, self.times, self.failed, self.slowest = port, requests, [], [], (0, "")

    def run(self, seconds, each=lambda: None):
        end = time.monotonic() + seconds
        number = 0
        while number < 4 or time.monotonic() < end:
            began = time.monotonic()
            status, taken = ask(self.port, self.requests[number % len(self.requests)])
            self.times.append(taken)
            self.slowest = max(self.slowest, (taken, self.requests[number % len(self.requests)].split(b"\r")[0].decode()))
            if status != 200:
                self.failed.append(status)
            each()
            number += 1
            time.sleep(max(0, 0.5 - (time.monotonic() - began)))

    def percentile(self, share):
        return sorted(self.times)[min(len(self.times) - 1, int(share * len(self.times)))]

    def __str__(self):
        return (f"{len(self.times)} requests, median {1000 * statistics.median(self.times):.0f} ms, 95th percentile "
                f"{1000 * self.percentile(0.95):.0f} ms, worst {1000 * max(self.times):.0f} ms "
                f"({self.slowest[1].split()[1]}), failed {self.failed or 'none'}")


# The other clients. Each runs in its own process until it is ended.


def declare_bodies(port):
    request = (b"POST /api/v1/review HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
               b"Content-Length: 1000000\r\n\r\n")
    while True:
        idle = []
        for _ in range(64):
            with contextlib.suppress(OSError):
                idle.append(connect(IDLE, port))
                idle[-1].sendall(request)
        time.sleep(5)
        for one in idle:
            one.close()


def pipeline(port):
    """Sends without reading, and again as soon as the server has hung up."""
    requests = [(analyse(depth=1) * 60), get("/") * 60, get("/api/v1/model") * 60]
    connections = [None] * 1000
    while True:
        for number, one in enumerate(connections):
            try:
                if one is None:
                    connections[number] = connect(PIPELINE, port, 1)
                    connections[number].setblocking(False)
                    connections[number].send(requests[number % len(requests)])
                else:
                    one.send(b"G")
            except BlockingIOError:
                pass
            except OSError:
                if connections[number]:
                    connections[number].close()
                connections[number] = None
        time.sleep(0.2)


def view_without_reading(port):
    while True:
        viewers = []
        for _ in range(64):
            with contextlib.suppress(OSError):
                viewers.append(connect(VIEWERS, port, 1))
                viewers[-1].sendall(get("/api/v1/watch?speed=0&depth=3"))
        time.sleep(4)
        for one in viewers:
            one.close()


def flood(port, requests, connections, address=BUSY):
    """As fast as the server answers, like wrk."""
    ready = selectors.DefaultSelector()

    def begin(number):
        with contextlib.suppress(OSError):
            one = connect(address, port)
            one.sendall(requests[number % len(requests)])
            one.setblocking(False)
            ready.register(one, selectors.EVENT_READ, [number, b""])

    for number in range(connections):
        begin(number)
    while True:
        if not ready.get_map():
            time.sleep(0.1)
            begin(0)
        for key, _ in ready.select(1):
            one, state = key.fileobj, key.data
            try:
                piece = one.recv(65536)
                state[1] += piece
                if is_whole(state[1]) and b"text/event-stream" in state[1]:
                    piece = b""  # a stream does not end: leave, and come again
                elif is_whole(state[1]):
                    state[1] = b""
                    state[0] += connections
                    one.sendall(requests[state[0] % len(requests)])
            except OSError:
                piece = b""
            if not piece:
                ready.unregister(one)
                one.close()
                begin(state[0])


def watch_longest_gap(port, gap):
    """Watches and keeps the longest time between two events, in seconds, after the first second."""
    with connect(POLITE, port) as one:
        one.sendall(get("/api/v1/watch?speed=0"))
        begun = latest = time.monotonic()
        while one.recv(65536):
            now = time.monotonic()
            if latest - begun > 1:
                gap.value = max(gap.value, now - latest)
            latest = now
    gap.value = float("inf")


@contextlib.contextmanager
def server(program):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        process = subprocess.Popen([program, "serve", "--port", "0", "--threads", "2", "--runs", f"{folder}/runs"],
                                   stdout=subprocess.PIPE, text=True)
        try:
            port = int(re.search(r":(\d+)$", process.stdout.readline().strip()).group(1))
            yield port, process.pid
            if process.poll() is not None:
                sys.exit(f"the server ended with status {process.returncode}")
        finally:
            process.terminate()
            process.wait()


@contextlib.contextmanager
def others(*calls):
    processes = [multiprocessing.Process(target=call[0], args=call[1:], daemon=True) for call in calls]
    for one in processes:
        one.start()
    try:
        time.sleep(0.5)
        yield
    finally:
        for one in processes:
            one.terminate()
            one.join()


def memory_mb(pid):
    text = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", text).group(1)) / 1000


class Report:
    def __init__(self):
        self.missed = False

    def line(self, name, text, targets):
        wrong = [target for target, reached in targets.items() if not reached]
        self.missed |= bool(wrong)
        print(f"{name:24} {text}{'; MISSED: ' + ', '.join(wrong) if wrong else ''}", flush=True)


def under_attack(name, call, program, scale, report):
    with server(program) as (port, _), others((call, port)):
        polite = Polite(port, ORDINARY)
        polite.run(20 * scale)
        report.line(name, polite, {"no failure": not polite.failed, "worst under 1 s": max(polite.times) < 1})


def idle(*words):
    under_attack("idle", declare_bodies, *words)


def pipelined(*words):
    under_attack("pipeline", pipeline, *words)


def viewers(program, scale, report):
    gap = multiprocessing.Value("d", 0)
    with server(program) as (port, _), others((watch_longest_gap, port, gap)):
        time.sleep(10 * scale)
        with others((view_without_reading, port)):
            polite = Polite(port, [ROUTES["watch"][1]])
            polite.run(20 * scale)
        report.line("viewers", f"{polite}; longest pause of the older viewer {1000 * gap.value:.0f} ms",
                    {"no failure": not polite.failed, "worst under 1 s": max(polite.times) < 1, "pause under 1 s": gap.value < 1})


def floods(program, scale, report):
    for name, (request, same_route) in ROUTES.items():
        with server(program) as (port, _), others((flood, port, [request], 64)):
            polite = Polite(port, [same_route, analyse(depth=3)])
            polite.run(12 * scale)
            report.line(f"flood: {name}", polite,
                        {"no failure": not polite.failed, "95th percentile under 200 ms": polite.percentile(0.95) < 0.2})


def mixed(program, scale, report):
    seconds = 300 * scale
    gap = multiprocessing.Value("d", 0)
    memory = []
    with server(program) as (port, pid):
        calls = [(watch_longest_gap, port, gap), (declare_bodies, port), (pipeline, port), (view_without_reading, port),
                 (flood, port, [request for request, _ in ROUTES.values()], 64)]
        with others(*calls):
            polite = Polite(port, [same_route for _, same_route in ROUTES.values()] + ORDINARY)
            polite.run(seconds, lambda: memory.append(memory_mb(pid)))
        half = len(memory) // 2
        early, late = max(memory[half // 2:half]), max(memory[half:])
        report.line("mixed", f"{polite}; longest pause of a viewer {1000 * gap.value:.0f} ms; memory at most {early:.0f} MB in "
                    f"the second quarter of {seconds:.0f} s, {late:.0f} MB in the second half",
                    {"no failure": not polite.failed, "worst under 1 s": max(polite.times) < 1,
                     "memory flat": late < 1.05 * early + 10})


def main():
    scenarios = {"idle": idle, "pipeline": pipelined, "viewers": viewers, "flood": floods, "mixed": mixed}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--scale", type=float, default=1, help="how long, relative to 8 minutes")
    parser.add_argument("--only", nargs="+", choices=scenarios, default=list(scenarios))
    options = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    report = Report()
    for name in options.only:
        scenarios[name](os.path.abspath(options.program), options.scale, report)
    sys.exit(report.missed)


if __name__ == "__main__":
    main()
