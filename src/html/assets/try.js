// Makes the try box live: asks the service as the visitor types, and shows answer, status, time and the curl line.
const TYPING_PAUSE_MS = 250;
const SHOWN_CHARACTERS = 20_000;
const TOKEN = /("(?:[^"\\]|\\.)*(?:"|\\?$))(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/gs;

const part = (name) => document.getElementById(`try-${name}`);
const form = document.getElementById('try');
const [text, type, key, copy] = ['q', 'type', 'key', 'copy'].map(part);

let asked = 0;
let timer;

function target() {
  const value = text.value.trim();
  if (type.value === 'place') return `/v1/places/suggest?${new URLSearchParams({ q: value, limit: '5' })}`;
  if (type.value === 'record') return `/v1/countries/${encodeURIComponent(value)}`;
  return `/v1/search/fuzzy?${new URLSearchParams({ q: value, type: type.value, limit: '5' })}`;
}

async function ask() {
  clearTimeout(timer);
  if (text.value.trim() === '') return;
  const [path, mine] = [target(), ++asked];
  part('curl').textContent =
    `curl -H 'X-SVCAPI-KEY: ${key.value || 'YOUR_KEY'}' \\\n  '${location.origin}${path.replaceAll("'", '%27')}'`;
  part('target').textContent = path;
  if (key.value === '') {
    note('', '', 'enter a key to ask');
    key.focus();
    return;
  }
  try {
    const startedAt = performance.now();
    const response = await fetch(path, { headers: { 'X-SVCAPI-KEY': key.value }, cache: 'no-store' });
    const body = await response.text();
    const time = Math.max(1, Math.round(performance.now() - startedAt));
    if (mine === asked) show(response, body, time);
  } catch {
    if (mine === asked) note('', '', 'the service cannot be reached');
  }
}

function show({ headers, status }, body, time) {
  const [used, limit] = [headers.get('X-SVCAPI-Daily-Used'), headers.get('X-SVCAPI-Daily-Limit')];
  const left = limit && limit !== 'unlimited' ? `, ${limit - used} of ${limit} left today` : '';
  note(String(status), `${time} ms`, `${headers.get('X-SVCAPI-Plan') ?? 'no plan'}${left}`);
  let indented = body;
  part('hits').replaceChildren();
  try {
    const answer = JSON.parse(body);
    indented = JSON.stringify(answer, null, 2);
    if (Array.isArray(answer)) part('hits').replaceChildren(...answer.map(hit));
  } catch {
    // An answer that is no JSON is shown as it is.
  }
  part('body').replaceChildren(...marked(indented.slice(0, SHOWN_CHARACTERS)));
  part('body').closest('pre').scrollTop = 0;
}

function hit(found) {
  const [item, link, rest] = ['li', 'a', 'span'].map((name) => document.createElement(name));
  const { name, country_code: country, iso2, match, matched_name: matched, match_score: score } = found;
  link.href = pageOf(found);
  link.textContent = name;
  rest.className = 'muted';
  rest.textContent = [matched, country ?? iso2, match ?? Number(score).toFixed(2)].filter(Boolean).join(' · ');
  item.append(link, ' ', rest);
  return item;
}

/** The address of the page of a place: by its country's code, its state's and its id, as far as it has them. */
function pageOf({ type, id, iso2, country_code: country, state_code: state }) {
  const kind = type ?? (country === undefined ? 'country' : iso2 === undefined ? 'city' : 'state');
  const code = state ?? iso2;
  const segments = { country: [country ?? iso2], state: [country, code], city: [country, state, id] }[kind];
  const known = segments.includes(null) ? segments.slice(0, 1) : segments;
  return `/c/${known.map(encodeURIComponent).join('/')}`;
}

function note(code, time, words) {
  part('code').textContent = code;
  part('code').className = code === '200' ? 'good' : 'bad';
  part('time').textContent = time;
  part('note').textContent = words;
}

function* marked(json) {
  let end = 0;
  for (const match of json.matchAll(TOKEN)) {
    const [token, string, colon] = match;
    yield json.slice(end, match.index);
    const span = document.createElement('span');
    span.className = string === undefined ? 'n' : colon === undefined ? 's' : 'k';
    span.textContent = string ?? token;
    yield span;
    yield colon ?? '';
    end = match.index + token.length;
  }
  yield json.slice(end);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  ask();
});
text.addEventListener('input', () => {
  clearTimeout(timer);
  if (key.value !== '' && text.value.trim().length > 1) timer = setTimeout(ask, TYPING_PAUSE_MS);
});
type.addEventListener('change', () => {
  const [code, word] = ['JP', text.defaultValue];
  if (type.value === 'record' && text.value === word) text.value = code;
  else if (type.value !== 'record' && text.value === code) text.value = word;
  ask();
});
key.addEventListener('change', ask);

if (navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(part('curl').textContent);
    copy.textContent = 'Copied';
    setTimeout(() => {
      copy.textContent = 'Copy';
    }, 1500);
  });
}

// With a demo key the visitor need not type anything.
if (key.tagName === 'SELECT') ask();
