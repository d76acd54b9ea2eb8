"""The service with Python's standard library. Wants GEO_KEY; GEO_URL is where the service is."""

import json
import os
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

URL = os.environ.get("GEO_URL", "http://127.0.0.1:4000")
KEY = os.environ["GEO_KEY"]


def get(path, parameters=None, headers=None):
    """Status, headers and decoded body of an answer; errors are answers too."""
    query = f"?{urlencode(parameters)}" if parameters else ""
    request = Request(f"{URL}{path}{query}", headers={"X-SVCAPI-KEY": KEY, **(headers or {})})
    try:
        with urlopen(request, timeout=10) as answer:
            return answer.status, answer.headers, json.load(answer)
    except HTTPError as answer:
        body = answer.read()
        return answer.code, answer.headers, json.loads(body) if body else None


status, headers, country = get("/v1/countries/AD")
if status != 200:
    raise SystemExit(f"{status} {country['error']}")
print(f"{country['name']}: capital {country['capital']}, currency {country['currency']}")

_, _, states = get("/v1/countries/AD/states", {"fields": "name", "sort": "name", "q": "sant"})
print(f"states with \"sant\": {', '.join(state['name'] for state in states)}")

_, _, matches = get("/v1/search/fuzzy", {"q": "Andora la Vela", "country": "AD", "limit": 1})
print(f"best match of \"Andora la Vela\": {matches[0]['name']}")

# Keep the entity tag; while nothing changed, the answer is 304 and has no body.
status, _, _ = get("/v1/countries/AD", headers={"If-None-Match": headers["ETag"]})
print(f"again: {status}")

status, _, body = get("/v1/countries/XX")
print(f"XX: {status} {body['error']}")
