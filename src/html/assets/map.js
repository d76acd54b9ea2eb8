// Makes the maps live: nearer and farther by buttons, wheel and pinch, and what is pointed at or has the focus lights up.
const STEP = 1.6;
const FARTHEST_IN = 8;
/** A wheel that was already turning when it came over the map scrolls the page. */
const WHEEL_PAUSE_MS = 250;

function part(name, attributes, text = '') {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

function enliven(map) {
  const panel = map.closest('figure');
  const [, , width, height] = map.getAttribute('viewBox').split(' ').map(Number);
  const view = { x: 0, y: 0, zoom: 1 };
  const pointers = new Map();
  const tip = part('p', { class: 'tip', hidden: '', 'aria-hidden': 'true' });
  const [nearer, farther, whole] = [
    ['Zoom in', '+'],
    ['Zoom out', '−'],
    ['Whole map', '⤢'],
  ].map(([label, sign]) => part('button', { type: 'button', 'aria-label': label, title: label }, sign));
  const buttons = part('div', { class: 'zoom', role: 'group', 'aria-label': 'Map' });
  buttons.append(nearer, farther, whole);
  panel.append(buttons, tip);

  function draw() {
    const { zoom } = view;
    view.x = Math.min(Math.max(view.x, 0), width - width / zoom);
    view.y = Math.min(Math.max(view.y, 0), height - height / zoom);
    map.setAttribute('viewBox', [view.x, view.y, width / zoom, height / zoom].join(' '));
    map.style.setProperty('--zoom', zoom);
    // Which of the layouts of names fits.
    map.dataset.zoom = zoom >= 4 ? '4' : zoom >= 2 ? '2' : '1';
    map.classList.toggle('near', zoom > 1);
    nearer.disabled = zoom >= FARTHEST_IN;
    farther.disabled = whole.disabled = zoom <= 1;
    tip.hidden = true;
  }

  /** Where a point of the screen is on the map, in parts of what is shown. */
  function partOf({ clientX, clientY }) {
    const box = map.getBoundingClientRect();
    return [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
  }

  /** What is at (right, down) stays there. */
  function magnify(factor, [right, down] = [0.5, 0.5]) {
    const zoom = Math.min(Math.max(view.zoom * factor, 1), FARTHEST_IN);
    view.x += (right * width) / view.zoom - (right * width) / zoom;
    view.y += (down * height) / view.zoom - (down * height) / zoom;
    view.zoom = zoom;
    draw();
  }

  /** By parts of what is shown. */
  function move(right, down) {
    view.x += (right * width) / view.zoom;
    view.y += (down * height) / view.zoom;
    draw();
  }

  function press(button, act) {
    button.addEventListener('click', () => {
      act();
      // A button that can do no more gives the focus to its neighbour rather than losing it.
      if (button.disabled) (button === nearer ? farther : nearer).focus();
    });
  }
  press(nearer, () => magnify(STEP));
  press(farther, () => magnify(1 / STEP));
  press(whole, () => magnify(0));
  buttons.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: [-0.2, 0], ArrowRight: [0.2, 0], ArrowUp: [0, -0.2], ArrowDown: [0, 0.2] }[event.key];
    if (step) move(...step);
    else if (event.key === '+' || event.key === '=') magnify(STEP);
    else if (event.key === '-') magnify(1 / STEP);
    else return;
    event.preventDefault();
  });

  let turnedAt = 0;
  let isOurs = false;
  window.addEventListener(
    'wheel',
    (event) => {
      if (event.timeStamp - turnedAt > WHEEL_PAUSE_MS) isOurs = map.contains(event.target);
      turnedAt = event.timeStamp;
    },
    { passive: true, capture: true },
  );
  map.addEventListener(
    'wheel',
    (event) => {
      const isOut = event.deltaY > 0;
      if (!(isOurs || event.ctrlKey) || (isOut ? view.zoom <= 1 : view.zoom >= FARTHEST_IN)) return;
      event.preventDefault();
      magnify(2 ** (-Math.max(-100, Math.min(100, event.deltaY)) / 150), partOf(event));
    },
    { passive: false },
  );

  const middleOf = ([one, other = one]) => [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
  const spanOf = ([one, other]) => Math.hypot((one[0] - other[0]) * width, (one[1] - other[1]) * height);
  let wasDragged = false;
  map.addEventListener('pointerdown', (event) => {
    if (pointers.size === 0) wasDragged = false;
    pointers.set(event.pointerId, partOf(event));
  });
  map.addEventListener('pointermove', (event) => {
    const before = [...pointers.values()];
    if (!pointers.has(event.pointerId)) return;
    pointers.set(event.pointerId, partOf(event));
    const after = [...pointers.values()];
    const [from, to] = [middleOf(before), middleOf(after)];
    if (after.length === 1 && view.zoom === 1) return;
    if (Math.hypot(to[0] - from[0], to[1] - from[1]) > 0.002) wasDragged = true;
    if (wasDragged && after.length === 1) map.setPointerCapture(event.pointerId);
    if (after.length === 2) magnify(spanOf(after) / Math.max(spanOf(before), 1), to);
    move(from[0] - to[0], from[1] - to[1]);
  });
  for (const name of ['pointerup', 'pointercancel', 'pointerleave']) {
    map.addEventListener(name, ({ pointerId }) => pointers.delete(pointerId));
  }
  // Letting go of a map that was moved opens nothing.
  map.addEventListener(
    'click',
    (event) => {
      if (wasDragged) event.preventDefault();
      wasDragged = false;
    },
    true,
  );
  map.addEventListener('dragstart', (event) => event.preventDefault());

  /** Lights up what leads to the same page as a link does, and says its name there. */
  function light(link) {
    for (const each of map.querySelectorAll('.lit')) each.classList.remove('lit');
    tip.hidden = true;
    const path = link?.getAttribute('href');
    const same = path ? [...map.querySelectorAll('a[href]')].filter((each) => each.getAttribute('href') === path) : [];
    for (const each of same) each.classList.add('lit');
    const [ring] = same.map((each) => each.querySelector('circle')).filter(Boolean);
    const name = ring?.querySelector('title')?.textContent;
    if (!name) return;
    const [seen, own] = [ring.getBoundingClientRect(), panel.getBoundingClientRect()];
    const [left, top] = [seen.left + seen.width / 2 - own.left, seen.top - own.top];
    if (left < 0 || left > own.width || top < 0) return;
    tip.textContent = name;
    tip.hidden = false;
    const room = own.width - tip.offsetWidth - 4;
    tip.style.left = `${Math.max(4, Math.min(left - tip.offsetWidth / 2, room))}px`;
    tip.style.top = `${Math.max(4, top - tip.offsetHeight - 6)}px`;
  }
  for (const name of ['pointerover', 'focusin']) {
    document.addEventListener(name, ({ target }) => light(target.closest?.('a[href^="/c/"]')));
  }
  draw();
}

for (const map of document.querySelectorAll('figure svg.map')) enliven(map);
