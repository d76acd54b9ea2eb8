/* Starts the reference in its place on the page, with what the page says about it. */
const place = document.querySelector('#reference');
window.Scalar.createApiReference(place, JSON.parse(place.dataset.configuration));
