import { expect, it } from 'vitest'
import { routerOf } from '#functions/kit/route.ts'
import { callApi, toEvent } from '#infra/local/api.ts'
import { type Call, contracts } from '#shared/contracts/index.ts'

const request = (method: string, path: string) => ({
  method,
  path,
  query: new URLSearchParams(),
  headers: {},
  body: Buffer.alloc(0),
  ip: '203.0.113.7',
})
const router = routerOf(Object.values<Call>(contracts.integrations))
const seen = (method: string, path: string, key = 'ANY /api/integration/{path+}') => {
  const { routeKey, pathParameters } = router(toEvent(request(method, path), key))
  return { routeKey, pathParameters }
}
const shared = contracts.integrations.tool

it('finds the call of a shared route by method and path, with its parameters as a route of its own would give them', () => {
  const names = [...shared.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const path = `/api${shared.path.replace(/\{\w+\}/g, 'a%20b')}`
  expect(names.length).toBeGreaterThan(0)
  expect(seen(shared.method, path)).toEqual({
    routeKey: `${shared.method} /api${shared.path}`,
    pathParameters: Object.fromEntries(names.map((name) => [name, 'a b'])),
  })
})

it.each([
  ['another method', 'PATCH', `/api${shared.path.replace(/\{\w+\}/g, 'x')}`],
  ['a part too many', shared.method, `/api${shared.path.replace(/\{\w+\}/g, 'x')}/more`],
  ['an empty part', shared.method, `/api${shared.path.replace(/\{\w+\}/g, '')}`],
  ['a slash at the end', shared.method, `/api${shared.path.replace(/\{\w+\}/g, 'x')}/`],
  ['what cannot be decoded', shared.method, `/api${shared.path.replace(/\{\w+\}/g, '%zz')}`],
])('takes %s for no call', (_, method, path) =>
  expect(seen(method, path).routeKey).toBe('ANY /api/integration/{path+}'),
)

it('leaves the event of a route of its own as it is', () => {
  const event = toEvent(request('GET', '/api/x'), 'GET /api/integration/{id}', { id: '1' })
  expect(router(event)).toBe(event)
})

it('refuses an unknown call of a shared route in the shape of every refusal', async () => {
  const answer = await callApi(request('GET', '/api/tools/no-such-call'))
  expect(answer.statusCode).toBe(404)
  expect(JSON.parse(answer.body ?? '{}')).toMatchObject({ code: 'not_found' })
})
