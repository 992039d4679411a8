// Shows the OpenAPI document with a form to try each request. Everything is set as text, never as HTML.
'use strict';

const element = (name, text, ...children) => {
  const node = document.createElement(name);
  if (text) node.textContent = text;
  node.append(...children);
  return node;
};

// An example value for a schema, up to a limited depth.
function example(schema, all, depth = 0) {
  if (!schema || depth > 6) return null;
  if (schema.$ref) return example(all[schema.$ref.split('/').pop()], all, depth + 1);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choice = schema.oneOf || schema.anyOf;
  if (choice)
    return example(
      choice.find((one) => one.type !== 'null'),
      all,
      depth + 1,
    );
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  if (type === 'object' || schema.properties) {
    const required = schema.required || [];
    return Object.fromEntries(required.map((name) => [name, example((schema.properties || {})[name], all, depth + 1)]));
  }
  return { array: [], string: '', integer: schema.minimum || 0, number: 0, boolean: false }[type] ?? null;
}

const nameOf = (schema) => schema.$ref.split('/').pop();

// A short description of a type. Named types link to their definition.
function typeName(schema) {
  if (!schema) return 'anything';
  if (schema.$ref) {
    const link = element('a', nameOf(schema));
    link.href = `#${nameOf(schema)}`;
    return link;
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' or ');
  if (schema.type === 'array') return element('span', 'list of ', typeName(schema.items));
  if (schema.additionalProperties?.$ref || schema.additionalProperties?.type)
    return element('span', 'by name: ', typeName(schema.additionalProperties));
  const choice = (schema.oneOf || schema.anyOf)?.filter((one) => one.type !== 'null');
  if (choice?.length === 1) return typeName(choice[0]);
  const types = [schema.type].flat().filter((one) => one && one !== 'null');
  return types.join(' or ') || 'anything';
}

// A table of a type's fields.
function fields(schema) {
  const row = ([name, field]) => {
    const key = element('td', '', element('code', name));
    if (!(schema.required || []).includes(name)) key.append(' (optional)');
    return element('tr', '', key, element('td', '', typeName(field)), element('td', field.description));
  };
  return element('table', '', ...Object.entries(schema.properties || {}).map(row));
}

// The definition of a type: its description, and its fields or variants.
function typeDefinition(name, schema) {
  const details = element('details', '', element('summary', name), element('p', schema.description));
  details.id = name;
  if (schema.properties) details.append(fields(schema));
  for (const one of schema.oneOf || schema.anyOf || []) {
    const variant = element(
      'p',
      '',
      element('b', 'Or: '),
      one.properties ? '' : typeName(one),
      ` ${one.description || ''}`,
    );
    details.append(variant, ...(one.properties ? [fields(one)] : []));
  }
  if (schema.enum || !(schema.properties || schema.oneOf || schema.anyOf))
    details.append(element('p', '', typeName(schema)));
  return details;
}

// The request and response types of an operation.
function signature(operation) {
  const [[status, answer]] = Object.entries(operation.responses).sort();
  const [[kind, content] = []] = Object.entries(answer.content || {});
  const words = element('p');
  const schema = operation.requestBody?.content['application/json'].schema;
  if (schema) words.append('Request: ', typeName(schema), '. ');
  words.append(
    `Response: ${status}`,
    ...(content
      ? [', ', kind.endsWith('ndjson') ? 'one per line: ' : '', kind.endsWith('json') ? typeName(content.schema) : kind]
      : []),
    '.',
  );
  return words;
}

function form(method, path, operation, all) {
  const fields = operation.parameters.map((parameter) => {
    const input = element('input');
    const label = element('label', `${parameter.name} `, input, ` ${parameter.description || ''}`);
    return { parameter, input, label };
  });
  const requestBody = operation.requestBody?.content['application/json'];
  const body =
    requestBody &&
    element('textarea', JSON.stringify(requestBody.example ?? example(requestBody.schema, all), null, 2));
  body?.setAttribute('aria-label', 'Request body');
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
    const token = document.getElementById('token').value.trim();
    if (token) headers.authorization = `Bearer ${token}`;
    const response = await fetch(address, { method, headers, body: body?.value });
    if (response.headers.get('content-type')?.includes('ndjson')) {
      answer.textContent = `${response.status}\n`;
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) answer.append(part.value);
      return;
    }
    const text = await response.text();
    let shown = text;
    try {
      shown = JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      /* not every response is JSON */
    }
    answer.textContent = `${response.status}\n${shown}`;
  };
  return [signature(operation), ...fields.map((field) => field.label), ...(body ? [body] : []), send, answer];
}

function operationDetails(method, path, operation, all) {
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

// Opens the type that the URL's fragment names.
function open() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target?.tagName !== 'DETAILS') return;
  target.open = true;
  target.scrollIntoView();
}

fetch('/api/openapi.json')
  .then((response) => response.json())
  .then((api) => {
    const all = api.components.schemas;
    const parts = new Map();
    for (const [path, methods] of Object.entries(api.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const [part] = operation.tags;
        if (!parts.has(part)) parts.set(part, []);
        parts.get(part).push(operationDetails(method, path, operation, all));
      }
    }
    const requests = api.tags.flatMap(({ name }) => [element('h3', name), ...parts.get(name)]);
    const types = Object.entries(all)
      .sort()
      .map(([name, schema]) => typeDefinition(name, schema));
    document.getElementById('all').replaceChildren(...requests, element('h2', 'Types'), ...types);
    window.addEventListener('hashchange', open);
    open();
  });
