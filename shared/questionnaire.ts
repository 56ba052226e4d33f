// What an agency is asked when it begins, so that the person who looks after it knows what it needs. Asked once, changed at will.
export type Question = {
  id: string
  text: string
  /** One of the answers, several of them, or words of one's own. */
  kind: 'one' | 'many' | 'text'
  answers: readonly { id: string; text: string }[]
  isOptional?: boolean
}

export const questions = [
  {
    id: 'business',
    text: 'What does your agency mainly do?',
    kind: 'one',
    answers: [
      { id: 'full-service', text: 'Full-service marketing' },
      { id: 'paid-media', text: 'Paid media' },
      { id: 'seo', text: 'Search and content' },
      { id: 'lead-generation', text: 'Lead generation' },
      { id: 'consulting', text: 'Consulting' },
      { id: 'other', text: 'Something else' },
    ],
  },
  {
    id: 'clients',
    text: 'How many clients do you look after?',
    kind: 'one',
    answers: [
      { id: 'none', text: 'None yet' },
      { id: '1-10', text: '1 to 10' },
      { id: '11-50', text: '11 to 50' },
      { id: '51-200', text: '51 to 200' },
      { id: 'more', text: 'More than 200' },
    ],
  },
  {
    id: 'products',
    text: 'Which leads do you want to offer?',
    kind: 'many',
    answers: [
      { id: 'local', text: 'Visitors of a website' },
      { id: 'locator', text: 'People who search for something' },
      { id: 'enhance', text: 'Details for contacts that you have' },
      { id: 'b2b', text: 'Business contacts' },
    ],
  },
  {
    id: 'delivery',
    text: 'Where should leads arrive?',
    kind: 'many',
    answers: [
      { id: 'crm', text: 'In a CRM' },
      { id: 'email-tool', text: 'In an e-mail tool' },
      { id: 'sheet', text: 'In a spreadsheet' },
      { id: 'here', text: 'Here is enough' },
    ],
  },
  {
    id: 'start',
    text: 'When would you like to start your first campaign?',
    kind: 'one',
    answers: [
      { id: 'now', text: 'As soon as possible' },
      { id: 'month', text: 'Within a month' },
      { id: 'quarter', text: 'Within three months' },
      { id: 'unsure', text: 'Not sure yet' },
    ],
  },
  { id: 'notes', text: 'Is there anything else that we should know?', kind: 'text', answers: [], isOptional: true },
] as const satisfies readonly Question[]

export const NOTE_MAX = 2000

/** Answers by question: the ids that were chosen, or the words as the only entry. */
export type Answers = Readonly<Record<string, readonly string[]>>

function faultOf(question: Question, given: readonly string[]): string | undefined {
  if (given.length === 0) return question.isOptional ? undefined : 'Please answer this question.'
  if (question.kind === 'text')
    return given.length === 1 && (given[0]?.length ?? 0) <= NOTE_MAX ? undefined : `Use at most ${NOTE_MAX} characters.`
  if (question.kind === 'one' && given.length > 1) return 'Choose one answer.'
  return given.every((id) => question.answers.some((answer) => answer.id === id))
    ? undefined
    : 'Choose from the answers.'
}

/** What is missing or wrong, by question; empty when the answers are complete. Questions that are not ours count as wrong. */
export function answerFaults(answers: Answers): Record<string, string> {
  const list: readonly Question[] = questions
  const unknown = Object.keys(answers).filter((id) => !list.some((question) => question.id === id))
  const faults = list.flatMap((question) => {
    const fault = faultOf(question, answers[question.id] ?? [])
    return fault ? [[question.id, fault] as const] : []
  })
  return Object.fromEntries([...faults, ...unknown.map((id) => [id, 'There is no such question.'] as const)])
}
