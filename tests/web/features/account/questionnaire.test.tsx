import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Output } from '#shared/contracts/index.ts'
import { questions } from '#shared/questionnaire.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { agency, client } from '#tests/web/support/people.ts'

type Given = Output<'account.questionnaire'>
const none: Given = { answers: {}, answered_at: null, answered_by: '' }
const some: Given = {
  answers: { business: ['seo'], clients: ['1-10'], products: ['local', 'b2b'], delivery: ['crm'], start: ['now'] },
  answered_at: '2026-11-01T12:00:00.000Z',
  answered_by: 'Ada Agency',
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the questionnaire', () => {
  it.each(['/user/questionnaire', '/user/questionnaire-add'])(
    'RTE-025 RTE-026 %s is refused to clients',
    async (path) => {
      await openApp(path, { as: client() })
      expect(await screen.findByText("The page you are looking for doesn't exist or has been moved.")).toBeDefined()
    },
  )

  it('RTE-025 shows the answers in words', async () => {
    await openApp('/user/questionnaire', { as: agency(), handlers: { 'account.questionnaire': () => some } })
    expect(await screen.findByText('Search and content')).toBeDefined()
    expect(screen.getByText('Visitors of a website, Business contacts')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Change answers' }).getAttribute('href')).toBe('/user/questionnaire-add')
  })

  it('offers the form where nothing was answered', async () => {
    await openApp('/user/questionnaire', { as: agency(), handlers: { 'account.questionnaire': () => none } })
    expect(await screen.findByRole('link', { name: 'Answer the questionnaire' })).toBeDefined()
  })

  it('RTE-026 names each open question and focuses the first', async () => {
    const { user, server } = await openApp('/user/questionnaire-add', {
      as: agency(),
      handlers: { 'account.questionnaire': () => none },
    })
    await user.click(await screen.findByRole('button', { name: 'Save answers' }))
    expect(await screen.findAllByText('Please answer this question.')).toHaveLength(questions.length - 1)
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Full-service marketing' })),
    )
    expect(server.named('account.saveQuestionnaire')).toEqual([])
  })

  it('saves the answers and shows them', async () => {
    let given = none
    const { user, server } = await openApp('/user/questionnaire-add', {
      as: agency(),
      handlers: {
        'account.questionnaire': () => given,
        'account.saveQuestionnaire': ({ answers }) => {
          given = { ...some, answers }
          return { result: 'success', message: 'Thank you, your answers are saved.' }
        },
      },
    })
    for (const name of ['Paid media', '1 to 10', 'As soon as possible'])
      await user.click(await screen.findByRole('radio', { name }))
    for (const name of ['Visitors of a website', 'In a CRM']) await user.click(screen.getByRole('checkbox', { name }))
    await user.type(screen.getByLabelText('Is there anything else that we should know?'), 'No')
    await user.click(screen.getByRole('button', { name: 'Save answers' }))
    expect(await screen.findByText('Thank you, your answers are saved.')).toBeDefined()
    await waitFor(() => expect(location.pathname).toBe('/user/questionnaire'))
    expect(server.named('account.saveQuestionnaire')[0]?.input).toEqual({
      usrID: 'usr_ada',
      answers: {
        business: ['paid-media'],
        clients: ['1-10'],
        products: ['local'],
        delivery: ['crm'],
        start: ['now'],
        notes: ['No'],
      },
    })
    expect(await screen.findByText('Paid media')).toBeDefined()
  })
})
