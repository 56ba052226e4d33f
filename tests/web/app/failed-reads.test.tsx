// What could not be loaded says so where it would stand, and is asked for once more.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { CallName } from '#shared/contracts/index.ts'
import { campaign, server as editorServer } from '#tests/web/features/campaigns/editor-stage.tsx'
import { group, LIST, pageOf, rowOf } from '#tests/web/features/campaigns/stage.tsx'
import { clientRow } from '#tests/web/features/companies/stage.tsx'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { type Handlers, Refusal } from '#tests/web/support/fake-server.ts'
import { onePage } from '#tests/web/support/one-page.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency } from '#tests/web/support/people.ts'

cleanPageEachTime()

const someClient = { data: clientRow('Smiles'), parent: { id: 'com_north', name: 'Northlight' } }
const lists: Handlers = {
  'campaigns.list': () => pageOf([rowOf('Winter')]),
  'campaigns.listGroups': () => ({ result: 'success', params: [group('North')] }),
  'companies.get': () => someClient,
}
type Case = {
  name: string
  path: string
  call: CallName
  handlers: Handlers
  said: string
  /** What stands there once it is known. */
  after?: string | RegExp
  /** The step of the editor. */
  step?: RegExp
}
const NAME = 'The name could not be loaded.'
const editor = { path: '/campaign-setup?campaign=cmp_1', handlers: editorServer() }
const cases: Case[] = [
  {
    name: 'the client that a list is narrowed to',
    path: `${LIST}?client=com_Smiles`,
    call: 'companies.get',
    handlers: lists,
    said: NAME,
    after: /^Client: Smiles/,
  },
  {
    name: 'the group that a list is narrowed to',
    path: `${LIST}?group=grp_North`,
    call: 'campaigns.listGroups',
    handlers: lists,
    said: NAME,
    after: /^Group: North/,
  },
  {
    name: 'the campaign whose counts are listed',
    path: '/keyword-counts?campaign=cmp_1',
    call: 'campaigns.get',
    handlers: {
      'campaigns.get': () => ({ result: 'success', data: campaign(), cap_reached: null }),
      'keywords.countHistory': () => ({ ...onePage([]), next_cursor: null, running: [] }),
    },
    said: NAME,
    after: /^Campaign: Roofs/,
  },
  {
    name: 'the price of a campaign that is edited',
    ...editor,
    call: 'pricing.campaignPrice',
    said: 'The price could not be loaded.',
    after: 'Price of a lead',
  },
  {
    name: 'the groups of a campaign that is edited',
    ...editor,
    call: 'campaigns.listGroups',
    said: 'The groups could not be loaded. What was chosen stays.',
  },
  {
    name: 'the client whose prices are set',
    ...editor,
    call: 'companies.get',
    said: 'The prices could not be loaded',
    after: 'Save prices',
    step: /Price/,
  },
  {
    name: 'the devices that no code is asked for on',
    path: '/user/sign-ins',
    call: 'session.remembered',
    handlers: {
      'session.list': () => ({ data: [] }),
      'session.signIns': () => ({ data: [], next_cursor: null }),
      'session.remembered': () => ({ data: [] }),
    },
    said: 'Your remembered devices could not be loaded',
  },
]

it.each(cases)(
  'says that it could not be loaded, and loads it once more: $name',
  async ({ path, call, handlers, said, after, step }) => {
    let isBroken = true
    const works = handlers[call] as (...asked: unknown[]) => never
    const breaks = (...asked: unknown[]) => {
      if (isBroken) throw new Refusal('internal', 'no')
      return works(...asked)
    }
    const { user, server } = await openApp(path, { as: agency(), handlers: { ...handlers, [call]: breaks } })
    if (step) await user.click(await screen.findByRole('button', { name: step }))
    const alert = (await screen.findByText(said)).closest<HTMLElement>('[role=alert]')
    if (!alert) throw new Error('It is told to nobody who does not see it.')
    const before = server.named(call).length
    isBroken = false
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(said)).toBeNull())
    expect(server.named(call).length).toBe(before + 1)
    if (after) expect(await screen.findByText(after)).toBeDefined()
  },
)
