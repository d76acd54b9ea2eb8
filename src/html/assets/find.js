// Finds places as somebody types: what the page behind the form has found, as the list of a combobox (ARIA APG, list autocomplete).
const PAUSE_MS = 120;

function part(name, attributes) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function enhance(form) {
  const input = form.elements.namedItem('q');
  const list = part('ul', { id: `${input.id}-list`, role: 'listbox', 'aria-label': 'Places', hidden: '' });
  const said = part('p', { role: 'status', class: 'hidden' });
  const combobox = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    'aria-expanded': 'false',
  };
  for (const [key, value] of Object.entries(combobox)) input.setAttribute(key, value);
  form.querySelector('.box').append(list, said);

  let timer;
  let asked;
  let answered = '';
  let chosen = -1;

  function open(isOpen) {
    list.hidden = !isOpen;
    input.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) choose(-1);
  }

  function choose(index) {
    chosen = index;
    for (const [at, option] of [...list.children].entries()) {
      option.setAttribute('aria-selected', String(at === index));
      if (at === index) option.scrollIntoView({ block: 'nearest' });
    }
    if (index === -1) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', list.children[index].id);
  }

  function show(found) {
    const options = found.map((item, at) => {
      const option = part('li', { id: `${input.id}-${at}`, role: 'option', 'aria-selected': 'false' });
      option.dataset.path = item.querySelector('a').getAttribute('href');
      const name = part('b', {});
      name.textContent = item.querySelector('a').textContent;
      const rest = [...item.querySelectorAll('span')].map((each) => document.importNode(each, true));
      option.append(name, ...rest.flatMap((each) => [' ', each]));
      return option;
    });
    list.replaceChildren(...options);
    const count = options.length;
    said.textContent = count === 0 ? 'No place found' : `${count} ${count === 1 ? 'place' : 'places'}`;
    said.classList.toggle('hidden', count > 0);
    open(count > 0 && document.activeElement === input);
  }

  function clear() {
    answered = '';
    list.replaceChildren();
    said.textContent = '';
    said.classList.add('hidden');
    open(false);
  }

  /** Asks for what stands in the box; what was asked before is given up. */
  async function look() {
    clearTimeout(timer);
    asked?.abort();
    const typed = input.value.trim();
    if (typed === '') return clear();
    const mine = new AbortController();
    asked = mine;
    try {
      const query = new URLSearchParams(new FormData(form));
      const response = await fetch(`${form.action}?${query}`, {
        headers: { Accept: 'text/html' },
        signal: mine.signal,
      });
      if (!response.ok) throw new Error(String(response.status));
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      if (mine !== asked) return;
      answered = typed;
      show([...page.querySelectorAll('.found li')]);
    } catch {
      if (mine === asked) clear();
    }
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE_MS);
  });
  input.addEventListener('focus', () => {
    if (answered !== '' && answered === input.value.trim() && list.children.length > 0) open(true);
  });
  input.addEventListener('blur', () => open(false));
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const count = list.children.length;
    if (event.key === 'Escape' && !list.hidden) open(false);
    else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && count > 0) {
      if (list.hidden) open(true);
      // Beyond either end is the box itself.
      const step = event.key === 'ArrowDown' ? 1 : -1;
      choose(((chosen + 1 + step + count + 1) % (count + 1)) - 1);
    } else return;
    event.preventDefault();
  });
  // The box keeps the focus while an option is pressed.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const option = target.closest('[role=option]');
    if (option) location.assign(option.dataset.path);
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    // Enter may come before the list does.
    if (answered !== input.value.trim()) await look();
    const meant = list.children[Math.max(chosen, 0)];
    if (meant && answered === input.value.trim()) location.assign(meant.dataset.path);
    else form.submit();
  });
}

for (const form of document.querySelectorAll('form.finder')) enhance(form);
