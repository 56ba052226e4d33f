// Which outside tools the leads of a campaign go to, as the last step of the editor asks it.
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#tests/web/support/fake-server.ts'
import { cleanPageEachTime } from '../../support/clean-page.ts'
import { isGuarded, keepEditing } from '../../support/unsaved.ts'
import { openEditor, server } from './editor-stage.tsx'

cleanPageEachTime()

const lists = { name: 'lists', label: 'Lists', most: 10, required: 'F' as const, after: '' }
const sendgrid = {
  integration_slug: 'sendgrid' as const,
  name: 'SendGrid',
  enabled: 'F' as const,
  values: {},
  choices: [lists],
  of_agency: 'F' as const,
  owner_id: 'com_owner',
  connected: 'T' as const,
  lost_reason: '',
  changeable: 'T' as const,
}
const options = () => ({
  result: [
    { id: 'list-1', name: 'Newsletter' },
    { id: 'list-2', name: 'Autumn leads' },
  ],
})
const step = (name: RegExp) => screen.getByRole('button', { name })
const panel = async () => within(await screen.findByRole('region', { name: 'SendGrid' }))

describe('the tools of a campaign', () => {
  it('INT-09+ INT-26 asks the tool for its lists once it is switched on, and saves what was chosen', async () => {
    let isFull = true
    const { user, server: asked } = await openEditor('?campaign=cmp_1', {
      ...server(),
      'integrations.campaignTools': () => ({ data: [sendgrid] }),
      'integrations.sendgridLists': options,
      'integrations.chooseTool': () => {
        if (isFull) throw new Refusal('invalid', 'Please check.', { lists: 'Choose at most 10.' })
        return { result: 'success' as const, message: 'Changes saved successfully' }
      },
    })
    await user.click(step(/Review/))
    const tool = await panel()
    expect(asked.named('integrations.sendgridLists')).toEqual([])
    await user.click(tool.getByRole('switch', { name: 'SendGrid' }))
    await user.click(await tool.findByRole('combobox', { name: 'Lists' }))
    await user.click(await screen.findByRole('option', { name: 'Autumn leads', hidden: true }))
    await user.click(tool.getByRole('button', { name: 'Save' }))
    expect(await tool.findByText('Choose at most 10.')).toBeDefined()
    isFull = false
    await user.click(tool.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Changes saved successfully')).toBeDefined()
    expect(asked.named('integrations.chooseTool')[1]?.input).toEqual({
      leadspeekID: 'cmp_1',
      integration_slug: 'sendgrid',
      enabled: 'T',
      values: { lists: ['list-2'] },
      // What was so: somebody else may set it meanwhile.
      seen: { enabled: 'F', values: {} },
    })
  })

  it('marks a choice that has to be made, leads to it, and forgets the fault once it is made', async () => {
    const needed = { ...lists, required: 'T' as const, most: 1 }
    const { user } = await openEditor('?campaign=cmp_1', {
      ...server(),
      'integrations.campaignTools': () => ({ data: [{ ...sendgrid, choices: [needed] }] }),
      'integrations.sendgridLists': options,
      'integrations.chooseTool': () => {
        throw new Refusal('invalid', 'Please check.', { lists: 'Choose a list.' })
      },
    })
    await user.click(step(/Review/))
    const tool = await panel()
    await user.click(tool.getByRole('switch', { name: 'SendGrid' }))
    const field = await tool.findByRole('combobox', { name: /^Lists/ })
    expect(field).toHaveProperty('required', true)
    await user.click(tool.getByRole('button', { name: 'Save' }))
    expect(await tool.findByText('Choose a list.')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(field))
    await user.click(field)
    await user.click(await screen.findByRole('option', { name: 'Autumn leads', hidden: true }))
    expect(tool.queryByText('Choose a list.')).toBeNull()
  })

  it('has nothing to save once several choices were saved, in any order', async () => {
    const tags = { ...lists, name: 'tags', label: 'Tags' }
    const kartra = { ...sendgrid, integration_slug: 'kartra' as const, name: 'Kartra', choices: [lists, tags] }
    let isSaved = false
    const { user } = await openEditor('?campaign=cmp_1', {
      ...server(),
      'integrations.campaignTools': () => ({
        data: [isSaved ? { ...kartra, enabled: 'T' as const, values: { tags: ['tag-1'], lists: ['list-2'] } } : kartra],
      }),
      'integrations.kartraLists': options,
      'integrations.kartraTags': () => ({ result: [{ id: 'tag-1', name: 'Hot' }] }),
      'integrations.chooseTool': () => {
        isSaved = true
        return { result: 'success' as const, message: 'Changes saved successfully' }
      },
    })
    await user.click(step(/Review/))
    const tool = within(await screen.findByRole('region', { name: 'Kartra' }))
    await user.click(tool.getByRole('switch', { name: 'Kartra' }))
    for (const [label, name] of [
      ['Lists', 'Autumn leads'],
      ['Tags', 'Hot'],
    ] as const) {
      await user.click(await tool.findByRole('combobox', { name: label }))
      await user.click(await screen.findByRole('option', { name, hidden: true }))
      await user.keyboard('{Escape}')
    }
    await user.click(tool.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(tool.queryByRole('button', { name: 'Save' })).toBeNull())
  })

  it('keeps what is chosen while it is being saved, asks about that, and leaves the keyboard at the tool', async () => {
    const wait = Promise.withResolvers<void>()
    let kept: { enabled: 'T' | 'F'; values: Record<string, string[]> } = { enabled: 'T', values: { lists: [] } }
    const { user } = await openEditor('?campaign=cmp_1', {
      ...server(),
      'integrations.campaignTools': () => ({ data: [{ ...sendgrid, ...kept }] }),
      'integrations.sendgridLists': options,
      'integrations.chooseTool': async ({ values }) => {
        await wait.promise
        kept = { enabled: 'T', values }
        return { result: 'success' as const, message: 'Changes saved successfully' }
      },
    })
    await user.click(step(/Review/))
    const tool = await panel()
    const choose = async (name: string) => {
      await user.click(await tool.findByRole('combobox', { name: 'Lists' }))
      await user.click(await screen.findByRole('option', { name, hidden: true }))
      await user.keyboard('{Escape}')
    }
    await choose('Newsletter')
    await user.click(tool.getByRole('button', { name: 'Save' }))
    await choose('Autumn leads')
    wait.resolve()
    expect(await screen.findByText('Changes saved successfully')).toBeDefined()
    expect(tool.getByText('Newsletter')).toBeDefined()
    expect(isGuarded()).toBe(true)
    await user.click(await tool.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(isGuarded()).toBe(false))
    expect(document.activeElement).toBe(tool.getByRole('switch', { name: 'SendGrid' }))
  })

  it('shows what was chosen and is gone at the tool, and takes changes back', async () => {
    const { user, server: asked } = await openEditor('?campaign=cmp_1', {
      ...server(),
      'integrations.campaignTools': () => ({
        data: [{ ...sendgrid, enabled: 'T' as const, values: { lists: ['list-9'] } }],
      }),
      'integrations.sendgridLists': options,
    })
    await user.click(step(/Review/))
    const tool = await panel()
    expect(await tool.findByText('No longer there')).toBeDefined()
    await user.click(tool.getByRole('switch', { name: 'SendGrid' }))
    await user.click(tool.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(tool.getByRole('switch', { name: 'SendGrid' })).toHaveProperty('checked', true))
    expect(asked.named('integrations.chooseTool')).toEqual([])
  })

  it('says of a lost connection why, and lets nobody switch on what is none of theirs', async () => {
    const lost = { ...sendgrid, connected: 'F' as const, lost_reason: 'The key was revoked.', changeable: 'F' as const }
    const { user } = await openEditor('?campaign=cmp_1', {
      ...server(),
      'integrations.campaignTools': () => ({ data: [{ ...lost, of_agency: 'T' as const, choices: [] }] }),
    })
    await user.click(step(/Review/))
    const tool = await panel()
    expect(tool.getByText('The key was revoked.')).toBeDefined()
    expect(tool.getByText('By the connection of the agency.')).toBeDefined()
    expect(tool.getByRole('switch', { name: /SendGrid/ })).toHaveProperty('disabled', true)
  })

  it('asks before another step takes a choice that is not saved, and a secret that is shown once', async () => {
    const hook = {
      id: 'whk_1',
      url: 'https://hooks.example/ab12',
      label: '',
      enabled: 'T' as const,
      off_reason: '',
      created_at: '2026-11-26T12:00:00.000Z',
      old_secret_until: null,
      events: [],
      failing_since: null,
      off_since: null,
    }
    const { user } = await openEditor('?campaign=cmp_1', {
      ...server(),
      'integrations.campaignTools': () => ({ data: [sendgrid] }),
      'integrations.sendgridLists': options,
      'integrations.addWebhook': () => ({ result: 'success', message: 'Added.', data: hook, secret: 'whsec_abc' }),
    })
    await user.click(step(/Review/))
    const tool = await panel()
    await user.click(tool.getByRole('switch', { name: 'SendGrid' }))
    await user.click(step(/Basics/))
    await keepEditing(user)
    await user.click(screen.getByRole('button', { name: 'Change when' }))
    await keepEditing(user)
    await user.click(tool.getByRole('button', { name: 'Cancel' }))
    await user.type(screen.getByRole('textbox', { name: 'Address of a webhook' }), hook.url)
    await user.click(screen.getByRole('button', { name: 'Previous' }))
    await keepEditing(user)
    await user.click(screen.getByRole('button', { name: 'Add webhook' }))
    expect(await screen.findByText('whsec_abc')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Previous' }))
    await keepEditing(user)
    expect(screen.getByText('whsec_abc')).toBeDefined()
  })
})
