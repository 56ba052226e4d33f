// The editor of campaigns while something else happens: answers that come late, presses that come twice, and ways out of a step that
// holds something unsaved.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { cleanPageEachTime } from '#tests/web/support/clean-page.ts'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { discardChanges, keepEditing, noQuestion } from '#tests/web/support/unsaved.ts'
import { campaign, heading, next, openEditor, server } from './editor-stage.tsx'
import { costs } from './stage.tsx'

cleanPageEachTime()

const field = (name: string | RegExp) =>
  screen.getByLabelText<HTMLInputElement>(name, { selector: 'input:not([type=hidden])' })
const type = (name: string | RegExp, value: string) => fireEvent.change(field(name), { target: { value } })
const step = (name: RegExp) => screen.getByRole('button', { name })
/** An answer that comes when the test lets it come. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { wait: promise, come: () => act(async () => resolve()) }
}

const webhook = {
  id: 'whk_1',
  url: 'https://hooks.example.com/••••1234',
  label: '',
  events: ['lead.created' as const],
  off_reason: '',
  old_secret_until: null,
  failing_since: null,
  off_since: null,
  created_at: '',
  enabled: 'T' as const,
}

describe('the last step', () => {
  it('asks before a secret that is shown once is left, whichever way', async () => {
    const { user } = await openEditor('?campaign=cmp_1', {
      ...server(),
      'integrations.campaignWebhooks': () => ({ webhooks: [webhook], tags: [], inherited: 'F' }),
      'integrations.rollWebhook': () => ({ result: 'success', message: 'Made.', data: webhook, secret: 'whsec_new' }),
    })
    await user.click(step(/Review/))
    await user.click(await screen.findByRole('button', { name: /^New secret/ }))
    await user.click(await screen.findByRole('button', { name: 'Make a new secret' }))
    await screen.findByText('whsec_new')
    // Another one would take its place.
    expect(step(/^New secret/)).toHaveProperty('disabled', true)
    await user.click(step(/^Previous$/))
    await keepEditing(user)
    await user.click(step(/Basics/))
    await keepEditing(user)
    await user.click(screen.getByRole('button', { name: 'Change who' }))
    await keepEditing(user)
    const [link = document.body] = await screen.findAllByRole('link', { name: 'Create Campaign', hidden: true })
    await user.click(link)
    await keepEditing(user)
    expect(screen.getByText('whsec_new')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Change who' }))
    await discardChanges(user)
    await heading('Who, and where?')
    await user.click(step(/Review/))
    await heading('Summary')
    await user.click(screen.getByRole('button', { name: 'Change when' }))
    await noQuestion()
    await heading('When, and how many?')
  })

  it('saves a draft once, and not against itself', async () => {
    const backend = server()
    const { user, server: asked } = await openEditor('?line=locator&client=com_Smiles', {
      ...backend,
      'campaigns.update': (input, about) => {
        if (input.version !== backend.kept().version)
          throw new Refusal('conflict', 'This was changed.', { version: 'This was changed.' })
        return backend['campaigns.update']?.(input, about) as never
      },
    })
    type(/^Name of the campaign/, 'Roofs')
    await next(user)
    await heading('Who, and where?')
    await user.type(field(/^Keywords/), 'roof repair,')
    await user.click(screen.getByRole('radio', { name: 'The whole country' }))
    for (const name of ['When, and how many?', 'What is delivered, and to whom?', 'What does it cost?', 'Summary']) {
      await next(user)
      await heading(name)
    }
    await user.click(step(/Basics/))
    await heading('What is it called?')
    type(/^Name of the campaign/, 'Roofs of Ohio')
    await user.click(step(/Review/))
    await heading('Summary')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Changes saved successfully')
    expect(screen.queryByText('Somebody else saved this campaign meanwhile')).toBeNull()
    expect(asked.named('campaigns.update')).toHaveLength(1)
  })

  it('tells a start as a start where the campaign cannot be read right after it', async () => {
    let isAway = false
    const { user, server: asked } = await openEditor('?campaign=cmp_1', {
      ...server(),
      'campaigns.get': () => {
        if (isAway) throw new Refusal('internal', 'Something went wrong.')
        return { result: 'success', data: campaign(), cap_reached: null }
      },
      'campaigns.setActive': () => {
        isAway = true
        return { result: 'success', message: 'Started.', data: { status: 'active', status_reason: 'user' } }
      },
    })
    await user.click(step(/Review/))
    await user.click(await screen.findByRole('button', { name: 'Start' }))
    await screen.findByText('The campaign was started.')
    await waitFor(() => expect(asked.named('campaigns.get').length).toBeGreaterThan(1))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(document.querySelector('[data-type="danger"]')).toBeNull()
  })

  it('starts once, however often it is pressed before the charge is known', async () => {
    const slow = held()
    const { user, server: asked } = await openEditor('?campaign=cmp_1', {
      ...server(),
      'campaigns.startCharge': async () => {
        await slow.wait
        return costs()
      },
    })
    await user.click(step(/Review/))
    const start = await screen.findByRole('button', { name: 'Start' })
    await user.dblClick(start)
    await slow.come()
    await screen.findByText('The campaign was started.')
    expect(asked.named('campaigns.startCharge')).toHaveLength(1)
    expect(asked.named('campaigns.setActive')).toHaveLength(1)
  })
})

describe('what is typed while an answer is on its way', () => {
  it('stays, beside what somebody else changed, which is not taken back with it', async () => {
    let kept = campaign()
    const slow = held()
    const { user, server: asked } = await openEditor('?campaign=cmp_1', {
      ...server(),
      'campaigns.get': () => ({ result: 'success', data: kept, cap_reached: null }),
      'campaigns.update': async ({ version, campaignName }) => {
        if (version === 3) {
          kept = campaign({ version: 4, reidentificationtype: '1 month' })
          throw new Refusal('conflict', 'This was changed.', { version: 'This was changed.' })
        }
        if (version === 4) await slow.wait
        kept = { ...kept, campaignName: campaignName ?? kept.campaignName, version: kept.version + 1 }
        return { result: 'success', message: 'Data has been updated successfully', data: kept }
      },
    })
    type(/^Name of the campaign/, 'Mine')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await user.click(await screen.findByRole('button', { name: 'Save my changes on top' }))
    type(/^Name of the campaign/, 'Mine again')
    await slow.come()
    await screen.findByText('Changes saved successfully')
    expect(field(/^Name of the campaign/).value).toBe('Mine again')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(asked.named('campaigns.update')).toHaveLength(3))
    // Theirs is not sent back as it was before.
    expect(asked.named('campaigns.update')[2]?.input).toEqual({
      leadspeekID: 'cmp_1',
      version: 5,
      campaignName: 'Mine again',
    })
  })

  it('is met by zip codes that were looked for, and keeps its place beside them', async () => {
    const slow = held()
    const { user } = await openEditor('?campaign=cmp_1', {
      ...server(),
      'keywords.zipsInShape': async () => {
        await slow.wait
        return { zipCodes: ['60601', '60602'], total: 2, isCut: false }
      },
    })
    await user.click(step(/Who/))
    await user.click(await screen.findByRole('tab', { name: 'Radius' }))
    await user.type(field('Around zip code'), '60601')
    await user.click(screen.getByRole('button', { name: 'Add zip codes' }))
    await user.click(screen.getByRole('tab', { name: /^Zip codes/ }))
    const zips = () => screen.getByLabelText<HTMLTextAreaElement>('Zip codes', { selector: 'textarea' })
    fireEvent.change(zips(), { target: { value: '60601\n73301' } })
    await slow.come()
    await waitFor(() => expect(zips().value).toBe('60601\n73301\n60602'))
  })
})

describe('the way on', () => {
  it('takes what still stands in a field when it is pressed', async () => {
    const { user } = await openEditor('?campaign=cmp_1', server(campaign({ locatorkeyword: [] })))
    await user.click(step(/Who/))
    await heading('Who, and where?')
    await user.type(field(/^Keywords/), 'roof repair')
    await next(user)
    await heading('When, and how many?')
    expect(screen.queryByText('Enter at least one keyword.')).toBeNull()
  })
})

describe('what could not be delivered', () => {
  it('says when it could not be looked up, and looks once more', async () => {
    let isBroken = true
    const { user } = await openEditor('?campaign=cmp_1', {
      ...server(),
      'integrations.failedDeliveries': () => {
        if (isBroken) throw new Refusal('internal', 'no')
        return { data: [], next_cursor: null }
      },
    })
    await user.click(step(/Review/))
    const fault = (await screen.findByText('What could not be delivered could not be loaded')).closest('[role=alert]')
    isBroken = false
    await user.click(within(fault as HTMLElement).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText('What could not be delivered could not be loaded')).toBeNull())
  })
})
