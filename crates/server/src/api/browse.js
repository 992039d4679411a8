// Shows the OpenAPI document and lets one try each request. Everything is set as text, never as HTML.
'use strict';

const element = (name, text, ...inside) => {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  made.append(...inside);
  return made;
};

// An example of what a schema describes, deep enough to be of use.
function example(schema, all, depth = 0) {
  if (!schema || depth > 6) return null;
  if (schema.$ref) return example(all[schema.$ref.split('/').pop()], all, depth + 1);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choice = schema.oneOf || schema.anyOf;
  if (choice) return example(choice.find((one) => one.type !== 'null'), all, depth + 1);
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  if (type === 'object' || schema.properties) {
    const wanted = schema.required || [];
    return Object.fromEntries(wanted.map((name) => [name, example((schema.properties || {})[name], all, depth + 1)]));
  }
  return { array: [], string: '', integer: schema.minimum || 0, number: 0, boolean: false }[type] ?? null;
}

function form(method, path, operation, all) {
  const fields = operation.parameters.map((parameter) => {
    const input = element('input');
    input.placeholder = parameter.name;
    input.title = parameter.description || '';
    return { parameter, input };
  });
  const schema = operation.requestBody?.content['application/json'].schema;
  const body = schema && element('textarea', JSON.stringify(example(schema, all), null, 2));
  const answer = element('pre');
  const send = element('button', 'Try it');
  send.onclick = async () => {
    let address = path;
    const query = new URLSearchParams();
    for (const { parameter, input } of fields) {
      if (parameter.in === 'path') address = address.replace(`{${parameter.name}}`, encodeURIComponent(input.value));
      else if (input.value) query.set(parameter.name, input.value);
    }
    if ([...query].length) address += `?${query}`;
    const headers = body ? { 'content-type': 'application/json' } : {};
    const response = await fetch(address, { method, headers, body: body?.value });
    if (response.headers.get('content-type')?.includes('ndjson')) {
      answer.textContent = `${response.status}\n`;
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) answer.append(part.value);
      return;
    }
    const text = await response.text();
    let shown = text;
    try { shown = JSON.stringify(JSON.parse(text), null, 2); } catch { /* not every answer is JSON */ }
    answer.textContent = `${response.status}\n${shown}`;
  };
  return [...fields.map((field) => field.input), ...(body ? [body] : []), send, answer];
}

function shown(method, path, operation, all) {
  const head = element('summary', '');
  const verb = element('span', method);
  verb.className = 'method';
  head.append(verb, element('code', path), ` ${operation.summary}`);
  const details = element('details', '', head);
  details.addEventListener('toggle', () => {
    if (details.open && details.children.length === 1) details.append(...form(method, path, operation, all));
  });
  return details;
}

fetch('/api/openapi.json').then((response) => response.json()).then((api) => {
  const all = api.components.schemas;
  const requests = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => shown(method, path, operation, all)));
  const types = Object.entries(all).sort().map(([name, schema]) =>
    element('details', '', element('summary', name), element('pre', JSON.stringify(schema, null, 2))));
  document.getElementById('all').replaceChildren(element('h2', 'Requests'), ...requests, element('h2', 'Types'), ...types);
});
