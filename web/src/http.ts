import type { ErrorResponse } from './protocol/messages';

/** An error response of the server. The message is meant for the user. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }
}

/** Sends a JSON request. Throws an `ApiError` if the server refuses it. */
export async function request<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (token) headers['authorization'] = `Bearer ${token}`;
  const response = await fetch(path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.ok) return (text ? JSON.parse(text) : undefined) as T;
  throw apiError(response.status, text);
}

export async function getText(path: string): Promise<string> {
  const response = await fetch(path);
  const text = await response.text();
  if (response.ok) return text;
  throw apiError(response.status, text);
}

/** The values of a streamed response, which has one JSON value per line. */
export async function* getLines<T>(path: string): AsyncGenerator<T> {
  const response = await fetch(path, { headers: { accept: 'application/x-ndjson' } });
  if (!response.ok) throw apiError(response.status, await response.text());
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let incomplete = '';
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader!.read()) {
    const lines = (incomplete + chunk.value).split('\n');
    incomplete = lines.pop() ?? '';
    yield* lines.filter(Boolean).map((line) => JSON.parse(line) as T);
  }
}

function apiError(status: number, text: string): ApiError {
  try {
    const { error } = JSON.parse(text) as ErrorResponse;
    return new ApiError(status, error.reason, error.words);
  } catch {
    return new ApiError(status, 'unknown', text || `Error ${status}`);
  }
}

export const get = <T>(path: string, token?: string) => request<T>('GET', path, undefined, token);
export const post = <T>(path: string, body: unknown, token?: string) => request<T>('POST', path, body, token);
