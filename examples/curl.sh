#!/usr/bin/env bash
# The service with curl. Wants GEO_KEY; GEO_URL is where the service is.
set -euo pipefail
url=${GEO_URL:-http://127.0.0.1:4000}

get() { curl --silent --show-error --compressed --header "X-SVCAPI-KEY: ${GEO_KEY:?}" "$@"; }

# A country, narrowed to a few fields.
get "$url/v1/countries/AD?fields=name,capital,currency" && echo

# Its states, the last name first.
get "$url/v1/countries/AD/states?fields=name&sort=name:desc&q=sant" && echo

# A name with typing errors; --data-urlencode spares the escaping.
get --get --data-urlencode 'q=Andora la Vela' --data country=AD --data limit=1 "$url/v1/search/fuzzy" | cut -c 1-35

# Once more with the entity tag: 304 and no body while nothing changed.
etag=$(get --head "$url/v1/countries/AD" | tr -d '\r' | sed -n 's/^etag: //ip')
get --output /dev/null --write-out 'again: %{http_code}\n' --header "If-None-Match: $etag" "$url/v1/countries/AD"

# A country that does not exist.
get --write-out ' %{http_code}\n' "$url/v1/countries/XX"
