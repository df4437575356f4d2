"""A player of the two-player game that speaks the engine protocol; its argument says what it does wrong."""
import json
import sys
import time

fault = sys.argv[1] if len(sys.argv) > 1 else ""


def slid(row):
    tiles = [tile for tile in row if tile]
    result = []
    while tiles:
        if len(tiles) > 1 and tiles[0] == tiles[1]:
            result.append(2 * tiles[0])
            tiles = tiles[2:]
        else:
            result.append(tiles.pop(0))
    return result + [0] * (len(row) - len(result))


def after(rows, way):
    if way == "left":
        return [slid(row) for row in rows]
    if way == "right":
        return [slid(row[::-1])[::-1] for row in rows]
    columns = [list(column) for column in zip(*rows)]
    turned = after(columns, "left" if way == "up" else "right")
    return [list(row) for row in zip(*turned)]


for number, line in enumerate(sys.stdin):
    request = json.loads(line)
    rows = [[int(tile) for tile in row.split()] for row in request["board"].split("/")]
    cells = [tile for row in rows for tile in row]
    assert request["size"] == "%dx%d" % (len(rows), len(rows[0]))
    assert request["rule"] in ("2or4", "2")
    answer = {"id": request["id"]}
    if request["role"] == "attack":
        answer["cell"] = cells.index(0)
        answer["tile"] = 2
        if fault == "four":
            answer["tile"] = 4
        if fault == "eight":
            answer["tile"] = 8
        if fault == "occupied" and any(cells):
            answer["cell"] = next(cell for cell, tile in enumerate(cells) if tile)
        if fault == "outside":
            answer["cell"] = len(cells)
        if fault == "no-cell":
            del answer["cell"]
    else:
        ways = ["up", "right", "down", "left"]
        answer["best"] = next(way for way in ways if after(rows, way) != rows)
        if fault == "illegal":
            answer["best"] = next((way for way in ways if after(rows, way) == rows), answer["best"])
        if fault == "sideways":
            answer["best"] = "sideways"
    if fault == "late":
        time.sleep(60)
    if fault == "dies" and number == 3:
        sys.exit(7)
    if fault == "error":
        answer = {"id": request["id"], "error": "no idea"}
    if fault == "id":
        answer["id"] = -1
    print("nonsense" if fault == "nonsense" else json.dumps(answer), flush=True)
