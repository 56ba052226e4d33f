// The comparison with what providers publish finds what is missing, stray or of another shape, in both kinds of documents.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readDocuments } from '#bin/integrations/documents.ts'
import { askEverything, type Exchange } from '#bin/integrations/exchanges.ts'
import { differencesOf } from '#bin/integrations/judge.ts'

const folder = mkdtempSync(join(tmpdir(), 'documents-'))
afterAll(() => rmSync(folder, { recursive: true }))

const openApi = {
  openapi: '3.0.0',
  servers: [{ url: 'https://api.sendgrid.com' }],
  paths: {
    '/v3/lists/{id}': {
      put: {
        parameters: [
          { name: 'page', in: 'query', required: true, schema: { type: 'string', enum: ['1', '2'] } },
          { name: 'Version', in: 'header', required: true, schema: { type: 'string' } },
        ],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Sent' } } } },
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Said' } } } } },
      },
    },
  },
  components: {
    schemas: {
      Sent: {
        type: 'object',
        required: ['email'],
        properties: { email: { type: 'string' }, name: { type: 'string', nullable: true } },
      },
      Said: { type: 'object', properties: { id: { type: 'number' } } },
    },
  },
}
const discovery = {
  discoveryVersion: 'v1',
  rootUrl: 'https://sheets.googleapis.com/',
  servicePath: '',
  parameters: { fields: { type: 'string', location: 'query' } },
  schemas: { Row: { id: 'Row', type: 'object', properties: { values: { type: 'array', items: { type: 'any' } } } } },
  resources: {
    values: {
      methods: {
        append: {
          httpMethod: 'POST',
          path: 'v4/sheets/{id}/{+range}:append',
          parameters: { id: { location: 'path', required: true }, range: { location: 'path', required: true } },
          request: { $ref: 'Row' },
          response: { $ref: 'Row' },
        },
      },
    },
  },
}
writeFileSync(join(folder, 'a.json'), JSON.stringify(openApi))
writeFileSync(join(folder, 'b.json'), JSON.stringify(discovery))
writeFileSync(join(folder, 'c.json'), JSON.stringify({ something: 'else' }))
const operations = readDocuments(folder)

const exchange = (changes: Partial<Exchange> = {}): Exchange => ({
  slug: 'sendgrid',
  method: 'PUT',
  path: '/v3/lists/one',
  query: new URLSearchParams({ page: '1' }),
  headers: { version: '1' },
  body: { email: 'a', name: null },
  status: 200,
  answer: { id: 1 },
  ...changes,
})
const whatOf = (changes: Partial<Exchange>) => differencesOf(operations, [exchange(changes)]).map(({ what }) => what)
const sheet = {
  slug: 'google_sheets',
  method: 'POST',
  path: '/v4/sheets/x/Leads!A1:append',
  query: new URLSearchParams(),
}

describe('the comparison', () => {
  it('says nothing of what is as it is described', () => {
    expect(whatOf({})).toEqual([])
    expect(whatOf({ ...sheet, body: { values: [1, 'a'] }, answer: { values: [] } })).toEqual([])
  })

  it.each([
    ['a missing query', { query: new URLSearchParams() }, ['query: page is missing']],
    ['a value that is not allowed', { query: new URLSearchParams({ page: '3' }) }, ['query: page may not be 3']],
    ['a stray query', { query: new URLSearchParams({ page: '1', x: '' }) }, ['query: x is not described']],
    ['a missing header', { headers: {} }, ['header: Version is missing']],
    ['a missing name', { body: {} }, ["body: / must have required property 'email'"]],
    ['a stray name', { body: { email: 'a', phone: 'b' } }, ['body: /phone is not described']],
    ['another shape of an answer', { answer: { id: 'one' } }, ['answer 200: /id must be number']],
    ['a stray name in an answer', { answer: { id: 1, x: 1 } }, ['answer 200: /x is not described']],
    ['a status', { status: 404 }, ['answer: 404 is not described']],
    ['a path', { path: '/v3/nothing' }, ['is in no document']],
    [
      'a row of a sheet',
      { ...sheet, body: { values: 'a', x: 1 }, answer: {} },
      ['body: /values must be array', 'body: /x is not described'],
    ],
  ] as const)('finds %s', (_, changes, expected) => {
    expect(whatOf(changes)).toEqual(expected)
  })

  it('hears everything that the gateways ask', async () => {
    const heard = await askEverything()
    const asked = new Set(
      heard.map(({ slug, method, path }) => `${slug} ${method} ${path.replace(/[A-Za-z]*\d+[^/]*/, '*')}`),
    )
    for (const slug of ['sendgrid', 'gohighlevelv2', 'google_sheets'])
      expect(heard.filter((each) => each.slug === slug).length).toBeGreaterThan(8)
    expect(asked.has('sendgrid PUT /*/marketing/contacts')).toBe(true)
    expect(heard.some(({ path, status }) => path.endsWith(':append') && status === 200)).toBe(true)
  })
})
