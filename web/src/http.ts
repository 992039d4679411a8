import type { HttpFault } from './protocol/messages';

/** The server said no, in words for people. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    words: string,
  ) {
    super(words);
  }
}

/** Asks the server; throws its refusal. */
export async function ask<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (token) headers['authorization'] = `Bearer ${token}`;
  const answer = await fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const text = await answer.text();
  if (answer.ok) return (text ? JSON.parse(text) : undefined) as T;
  throw refusal(answer.status, text);
}

/** Asks for a text. */
export async function getText(path: string): Promise<string> {
  const answer = await fetch(path);
  const text = await answer.text();
  if (answer.ok) return text;
  throw refusal(answer.status, text);
}

function refusal(status: number, text: string): ApiError {
  try {
    const fault = JSON.parse(text) as HttpFault;
    return new ApiError(status, fault.error.reason, fault.error.words);
  } catch {
    return new ApiError(status, 'unknown', text || `Error ${status}`);
  }
}

export const get = <T>(path: string, token?: string) => ask<T>('GET', path, undefined, token);
export const post = <T>(path: string, body: unknown, token?: string) => ask<T>('POST', path, body, token);
