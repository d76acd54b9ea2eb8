/**
 * The browser file of the reference page (Scalar). Its own package drags in 270 MB; this one carries the same file, as the
 * script that its plugin serves: the plugin is asked for it as a server would.
 */
import scalar from '@scalar/fastify-api-reference';

interface ServedRoute {
  readonly url: string;
  handler(request: unknown, reply: unknown): unknown;
}

const NOTICE = `/*! @scalar/api-reference, as in @scalar/fastify-api-reference. MIT License. Copyright (c) 2023-present Scalar.
Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions: The above copyright notice and this permission notice
shall be included in all copies or substantial portions of the Software. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY
OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR
PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR
THE USE OR OTHER DEALINGS IN THE SOFTWARE. */
`;

export async function referenceScript(): Promise<string> {
  const routes: ServedRoute[] = [];
  const server = {
    initialConfig: {},
    hasPlugin: () => false,
    route: (route: ServedRoute) => routes.push(route),
  };
  await new Promise<void>((resolve) => {
    // The plugin uses no more of a server than these three members.
    const register = scalar as unknown as (server: unknown, options: unknown, done: () => void) => void;
    register(server, { routePrefix: '/docs', configuration: { url: '/openapi.json' } }, resolve);
  });
  const route = routes.find(({ url }) => url.endsWith('/scalar.js'));
  if (!route) throw new Error('the plugin serves no script');
  return NOTICE + (await sentBy(route));
}

function sentBy(route: ServedRoute): Promise<string> {
  return new Promise((resolve) => {
    const reply = {
      header: () => reply,
      type: () => reply,
      send: (content: string) => resolve(content),
    };
    route.handler({}, reply);
  });
}
