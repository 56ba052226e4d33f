import { describe, expect, it } from 'vitest'
import type { Input } from '#shared/contracts/index.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { openDoor } from '../exclusions/door.ts'

const h = await harness()
const door = await openDoor(h)
const { ada, abe, cleo, carl, olive } = h.cast.users
type Kind = Input<'documents.downloadAgreement'>['document_type']
const ask = (who: Member, user_id: string, document_type: Kind) =>
  h.call(who, 'documents.downloadAgreement', { user_id, document_type })

describe('documents.downloadAgreement', () => {
  it('AGL-53 AGL-56 gives each kind as a file that works now, and not after fifteen minutes', async () => {
    const start = Date.now()
    h.setClock(start)
    const kinds: [Kind, string][] = [
      ['default_agency', abe.id],
      ['minimum_spend', abe.id],
      ['minimum_spend_v2', abe.id],
      ['default_client', carl.id],
    ]
    for (const [kind, userId] of kinds) {
      const { status, body } = await ask('olive', userId, kind)
      expect([kind, status, body.result]).toEqual([kind, 200, 'success'])
      expect(body.file_uuid).toMatch(/^[0-9a-f]{32}$/)
      const file = await door.get(body.url)
      expect([file.status, file.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(file.headers['content-disposition']).toBe(`attachment; filename="${kind}-v1.html"`)
      expect(file.text).toContain(userId === carl.id ? 'Peak Fitness' : 'Copper &#38; Co')
      expect(file.text).not.toMatch(/\{\{|<script/)
      h.setClock(start + 15 * 60_000 - 5000)
      expect((await door.get(body.url)).status).toBe(200)
      h.setClock(start + 15 * 60_000 + 5000)
      expect((await door.get(body.url)).status).toBe(403)
      h.setClock(start)
    }
    h.setClock()
  })

  it('answers the same file for the same text', async () => {
    const [first, second] = [await ask('ada', cleo.id, 'default_client'), await ask('amos', cleo.id, 'default_client')]
    expect(first.body.file_uuid).toBe(second.body.file_uuid)
  })

  it('AGL-56 AGL-70 is refused for another company, for a kind that a company has not, and to sales people', async () => {
    expect((await ask('ada', carl.id, 'default_client')).status).toBe(403)
    expect((await ask('ada', olive.id, 'default_agency')).status).toBe(403)
    expect((await ask('abe', ada.id, 'default_agency')).status).toBe(403)
    expect((await ask('cleo', cleo.id, 'default_client')).status).toBe(403)
    for (const who of ['sam', 'ellen', 'rita'] as const)
      expect([who, (await ask(who, ada.id, 'default_agency')).status]).toEqual([who, 403])
    const wrong = await ask('olive', cleo.id, 'default_agency')
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([422, ['document_type']])
  })
})
