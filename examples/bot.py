#!/usr/bin/env python3
"""A bot for Tetrarch in about thirty lines of plain Python. It plays any game at random.

    bot.py http://localhost:4444                     wait for invitations and play them
    bot.py http://localhost:4444 banqi 3             play a game of Banqi against the engine at level 3

TETRARCH_TOKEN is the API token of an account (POST /api/tokens). Without it the bot plays as a guest.
"""
import json, os, random, sys, threading, urllib.request

site, game, level = (sys.argv + [None, None])[1:4]
headers = {"content-type": "application/json"}


def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(site + path, data, headers))


def lines(path):
    return (json.loads(line) for line in ask(path) if line.strip())


def play(table):
    for message in lines(f"/api/tables/{table}/stream"):
        if message["kind"] != "state":
            continue
        now = message["now"]
        if now["phase"] == "over":
            return print(json.dumps(now["outcome"]), flush=True)
        choices = message["view"]["choices"]
        if choices and now["phase"] == "playing":
            act = {"id": str(message["version"]), "version": message["version"], "do": {"act": random.choice(choices)["text"]}}
            try:
                ask(f"/api/tables/{table}/do", act)
            except urllib.error.HTTPError as refused:
                if refused.code != 409:  # 409: the game has changed; the next line of the stream has the new state
                    raise


if token := os.environ.get("TETRARCH_TOKEN"):
    headers["authorization"] = "Bearer " + token
else:
    headers["cookie"] = ask("/api/me", {"name": "Bot"}).headers["set-cookie"].split(";")[0]

if game:
    seats = [each["seats"] for each in json.load(ask("/api/games")) if each["name"] == game][0]
    engines = {seat: {"kind": "engine", "level": int(level or 1)} for seat in seats[1:]}
    new = {"game": game, "seats": {seats[0]: {"kind": "mine"}, **engines}}
    play(json.load(ask("/api/tables", new))["table"])
else:
    for event in lines("/api/stream"):
        if event["kind"] == "invited":
            ask(f"/api/tables/{event['table']}/join", {"seat": event["seat"]})
        elif event["kind"] == "began":
            threading.Thread(target=play, args=(event["table"],)).start()
