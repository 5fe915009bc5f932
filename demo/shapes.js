// Each choice is an attribute of the element.
const agent = document.querySelector('headless-agent');
const form = document.getElementById('shapes');

form.addEventListener('change', ({ target }) => {
  if (target.value) agent.setAttribute(target.name, target.value);
  else agent.removeAttribute(target.name);
});
