// Two spellings of one international domain are one account at every door; what was typed is what is shown.
import { describe, expect, it } from 'vitest'
import { harness } from '../../support/harness.ts'
import { file, importStage } from '../companies/import-stage.ts'
import { stageOf } from '../companies/stage.ts'
import { expectOneOf } from '../data/races.ts'

const h = await harness()
const stage = await importStage(h)
const { plant } = stageOf(h)
const { northlight, root, hosts } = h.cast
const PASSWORD = 'fresh paint 7'
const host = hosts.northlight
let n = 0

/** One address in the ways in which people and programs write it. */
const spellings = (name: string) => ({
  own: `${name}@bücher.example`,
  ascii: `${name}@xn--bcher-kva.example`,
  loud: `${name.toUpperCase()}@BÜCHER.Example`,
  parted: `${name}@bu\u0308cher.example`,
})
const register = (email: string) => {
  n++
  const form = { companyname: `Shop ${n}`, name: 'Bea Buch', email, phonenum: '+1 312 555 0199', password: PASSWORD }
  return h.call(null, 'session.register', { ...form, userType: 'client' }, { host, ip: `198.51.100.${n}` })
}
const login = (username: string, password = PASSWORD) =>
  h.call(null, 'session.login', { username, password }, { host, ip: '198.51.100.250' })

describe('an address of an international domain', () => {
  it('signs in under each of its spellings, is taken under each, and is shown as it was typed', async () => {
    const { own, ascii, loud, parted } = spellings('ann')
    expect((await register(own)).status).toBe(200)
    for (const each of [own, ascii, loud, parted]) {
      expect((await login(each)).status).toBe(200)
      expect((await login(each, 'wrong paint 7')).status).toBe(401)
      expect((await register(each)).body).toMatchObject({ fields: { email: expect.any(String) } })
    }
    const id = await h.db.user.findIdByLogin(northlight.id, ascii)
    expect((await h.db.user.get(id ?? '')).email).toBe(own)
    expect([...(await h.db.user.findIdsByLogin(northlight.id, [own, ascii, 'nobody@x.example'])).entries()]).toEqual([
      [own, id],
      [ascii, id],
    ])
  })

  it('gets its mail at the host that name servers know', async () => {
    const { own, ascii } = spellings('mail')
    await register(own)
    // The server of the tests shows a recipient in its own script; what was sent stands in the header.
    const [mail] = await h.mailsTo(own)
    expect(mail?.subject).toBe('Welcome. Please confirm your e-mail address')
    expect(mail?.headers.find(({ name }) => name === 'To')?.value).toBe(ascii)
  })

  it('counts guesses for all of its spellings together', async () => {
    const { own, ascii, loud } = spellings('guessed')
    await register(own)
    const statuses: number[] = []
    for (const each of [own, ascii, loud, own, ascii, loud, own, ascii, loud, own, ascii, loud])
      statuses.push((await login(each, 'wrong paint 7')).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  })

  it('is one of many who register it at once in different spellings', async () => {
    for (let round = 0; round < 3; round++) {
      const { own, ascii, loud, parted } = spellings(`race${round}`)
      expectOneOf(await Promise.all([own, ascii, loud, parted].map(register)), 'email')
    }
  })

  it('gets five links for a new password an hour, however it is spelled', async () => {
    const { own, ascii, loud, parted } = spellings('flooded')
    await register(own)
    const [welcome] = await h.mailsTo(own)
    const wide = ascii.replace('example', '\uff45xample')
    for (const [at, username] of [own, ascii, loud, parted, wide, own, ascii, loud, parted, wide].entries())
      await h.call(null, 'session.forgot', { username }, { host, ip: `198.51.101.${at}` })
    const mails = (await h.mailsTo(own)).filter(({ subject }) => subject !== welcome?.subject)
    expect(mails).toHaveLength(5)
  })

  it('opens a new password by a link that was asked for in another spelling', async () => {
    const { own, ascii, loud } = spellings('link')
    await register(ascii)
    expect((await h.call(null, 'session.forgot', { username: own }, { host, ip: '198.51.100.251' })).status).toBe(200)
    const mails = await h.mailsTo(own)
    const [, token = ''] =
      mails.map(({ text }) => /\/set-new-password\/([\w-]{43})\?/.exec(text ?? '')).find(Boolean) ?? []
    const set = { token, email: loud, newpassword: 'another paint 8' }
    expect((await h.call(null, 'session.setPassword', set, { host, ip: '198.51.100.251' })).status).toBe(200)
    expect((await login(own, 'another paint 8')).status).toBe(200)
  })

  it('is no new address for who has it in another spelling', async () => {
    const { own, ascii } = spellings('same')
    const { body } = await register(own)
    const userId = (await h.db.user.findIdByLogin(northlight.id, own)) ?? ''
    const me = { token: body.access_token, host }
    const asked = await h.call(null, 'account.changeEmail', { usrID: userId, newemail: ascii }, me)
    expect(asked.body).toMatchObject({ fields: { newemail: 'This is your address already.' } })
  })

  it('may be respelled by a form that saves it, while it stays one login', async () => {
    const { own, ascii } = spellings('respelled')
    const { company, user } = await plant(northlight, 'Respelled', { user: { email: own, status: 'invited' } })
    const done = await h.db.tenancy.change({
      company,
      user,
      scopeId: northlight.id,
      companyChanges: {},
      userChanges: { email: ascii },
      host: undefined,
      now: h.services.now(),
    })
    expect(done).toBe('changed')
    expect((await h.db.user.findFresh(user.id))?.email).toBe(ascii)
    expect(await h.db.user.findIdByLogin(northlight.id, own)).toBe(user.id)
  })
})

describe('a file of clients', () => {
  it('takes international domains, and finds the second spelling in the file and in the list', async () => {
    stage.at.agency = (await plant(root, 'Spelling Agency')).company
    const known = spellings('known')
    await plant(stage.at.agency, 'Known', { user: { email: known.own } })
    const { own, ascii } = spellings('row')
    const { ref, job } = await stage.read(
      file(
        ['Fresh', 'Fay Fresh', own, '', ''],
        ['Again', 'Al Again', ascii, '', ''],
        ['Known', 'Kim Known', known.ascii, '', ''],
        ['Letters', 'Lo Letters', 'müller@bücher.example', '', ''],
      ),
    )
    expect(job).toMatchObject({ accepted: 1, duplicates: 2, rejected: 1 })
    expect((await stage.leftOver(ref.importId)).slice(1).map((row) => row.at(-1))).toEqual([
      'Row 3: This address stands in a row above.',
      'Row 4: This email already exists',
      'Row 5: Use the letters a to z before the @. Letters of other scripts are taken behind it only.',
    ])
    expect((await stage.listAll()).body.data.map(({ email }) => email).sort()).toEqual([known.own, own].sort())
    expect(await h.mailsTo(own)).toHaveLength(1)
  })
})
