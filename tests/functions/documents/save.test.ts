import { describe, expect, it } from 'vitest'
import { documentVariables } from '#functions/domain/documents/legal.ts'
import { variablesIn } from '#shared/document-text.ts'
import { documentNames } from '#shared/model/document.ts'
import { harness } from '../../support/harness.ts'

const h = await harness()
const text = '# New\nA text of {{company_legal}}.'
const save = (version: number, more: { title?: string; text?: string } = {}) =>
  h.call('olive', 'documents.save', { name: 'privacy-policy', title: 'Privacy', text, version, ...more })

describe('documents.save', () => {
  it('adds a version that everybody reads from then on, and keeps the older ones', async () => {
    const { status, body } = await save(1)
    expect([status, body.version, body.message]).toEqual([200, 2, 'Version 2 of this document is published.'])
    const { body: read } = await h.call(null, 'documents.get', { name: 'privacy-policy' })
    expect([read.version, read.title]).toEqual([2, 'Privacy'])
    expect(read.html).toBe('<h2>New</h2>\n<p>A text of Northlight, LLC.</p>')
  })

  it('refuses a change that began from an older version, also when two begin at once', async () => {
    expect((await save(1)).status).toBe(409)
    const both = await Promise.all([save(2), save(2)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('is for the operator alone, and only for their own documents', async () => {
    const foreign = await h.plant()
    const { status } = await h.call('ada', 'documents.save', {
      name: 'privacy-policy',
      title: 'x',
      text: 'x',
      version: 3,
    })
    expect(status).toBe(403)
    const { body } = await h.call(null, 'documents.get', { name: 'privacy-policy' }, { host: foreign.hosts.northlight })
    expect(body.version).toBe(1)
  })

  it('asks for a title and a text', async () => {
    const { status, body } = await save(3, { title: ' ', text: ' ' })
    expect(status).toBe(422)
    expect(body.fields).toEqual({ title: 'Enter a title.', text: 'Enter a text.' })
  })
})

describe('documents.list', () => {
  it('gives the operator each newest text as it was written, and the variables that it may use', async () => {
    const { body } = await h.call('olive', 'documents.list', {})
    expect(body.data).toHaveLength(documentNames.length)
    expect(body.data.find(({ name }) => name === 'privacy-policy')?.text).toBe(text)
    expect(body.variables).toContain('company_legal')
  })

  it('knows every variable of the texts that a root begins with', async () => {
    const known = documentVariables(h.cast.root, { domain: 'localhost', now: 0 })
    const { body } = await h.call('olive', 'documents.list', {})
    const used = body.data.flatMap((document) => variablesIn(document.text))
    expect(used.filter((name) => !known.includes(name))).toEqual([])
  })
})
