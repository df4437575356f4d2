#!/usr/bin/env python3
"""Reads a TensorBoard event file and prints one JSON object per event: tfevents_reader.py FILE

Written from the description of the format alone: TFRecord framing with masked CRC-32C, and the few fields of the
protocol buffer messages Event, Summary and SessionLog that scalars need. Ends with status 1 if a checksum is wrong.
"""
import json
import struct
import sys


def crc32c(data):
    """Bit by bit, from the polynomial."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def unmasked(crc):
    rotated = crc - 0xA282EAD8 & 0xFFFFFFFF
    return (rotated >> 17 | rotated << 15) & 0xFFFFFFFF


def records(data):
    at = 0
    while at < len(data):
        length, length_crc = struct.unpack_from("<QI", data, at)
        if unmasked(length_crc) != crc32c(data[at:at + 8]):
            sys.exit(f"byte {at}: the checksum of the length is wrong")
        record = data[at + 12:at + 12 + length]
        (record_crc,) = struct.unpack_from("<I", data, at + 12 + length)
        if unmasked(record_crc) != crc32c(record):
            sys.exit(f"byte {at}: the checksum of the record is wrong")
        yield record
        at += 16 + length


def varint(data, at):
    number = shift = 0
    while True:
        number |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return number, at


def fields(message):
    """(field number, value) pairs: int for varints, bytes for everything else."""
    at = 0
    while at < len(message):
        key, at = varint(message, at)
        kind = key & 7
        if kind == 0:
            value, at = varint(message, at)
        else:
            if kind == 2:
                size, at = varint(message, at)
            else:
                size = {1: 8, 5: 4}[kind]
            value = message[at:at + size]
            if len(value) != size:
                sys.exit("a field is truncated")
            at += size
        yield key >> 3, value


def scalar(message):
    tag, number = None, None
    for field, value in fields(message):
        if field == 1:
            tag = value.decode()
        elif field == 2:
            (number,) = struct.unpack("<f", value)
    return tag, number


def event_of(record):
    event = {"step": 0, "scalars": {}}
    for field, value in fields(record):
        if field == 1:
            (event["wall_time"],) = struct.unpack("<d", value)
        elif field == 2:
            event["step"] = value
        elif field == 3:
            event["file_version"] = value.decode()
        elif field == 5:
            event["scalars"] = dict(scalar(one) for number, one in fields(value) if number == 1)
        elif field == 7:
            event["session_status"] = dict(fields(value))[1]
    return event


def main():
    with open(sys.argv[1], "rb") as file:
        for record in records(file.read()):
            print(json.dumps(event_of(record)))


if __name__ == "__main__":
    main()
