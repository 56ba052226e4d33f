// What the person who sets a campaign up is asked about it, by product: none of it changes which leads come, all of it helps the
// person who looks after the campaign. Every answer may be left out.
import type { ProductLine } from '../model/company.ts'
import type { Question } from '../questionnaire.ts'

const goal = {
  id: 'goal',
  text: 'What should the leads lead to?',
  kind: 'one',
  answers: [
    { id: 'sales', text: 'Sales' },
    { id: 'appointments', text: 'Appointments' },
    { id: 'calls', text: 'Calls' },
    { id: 'awareness', text: 'People who know the name' },
  ],
  isOptional: true,
} as const satisfies Question

const channels = {
  id: 'channels',
  text: 'How will they be approached?',
  kind: 'many',
  answers: [
    { id: 'email', text: 'By e-mail' },
    { id: 'phone', text: 'By phone' },
    { id: 'mail', text: 'By letter' },
    { id: 'ads', text: 'With ads' },
  ],
  isOptional: true,
} as const satisfies Question

const notes = {
  id: 'notes',
  text: 'Anything else to know about this campaign?',
  kind: 'text',
  answers: [],
  isOptional: true,
} as const satisfies Question

const pages = {
  id: 'pages',
  text: 'What do visitors come for?',
  kind: 'one',
  answers: [
    { id: 'shop', text: 'To buy' },
    { id: 'inform', text: 'To learn about services' },
    { id: 'book', text: 'To book' },
    { id: 'read', text: 'To read' },
  ],
  isOptional: true,
} as const satisfies Question

const offer = {
  id: 'offer',
  text: 'What is offered to people who search for these words?',
  kind: 'text',
  answers: [],
  isOptional: true,
} as const satisfies Question

const deciders = {
  id: 'deciders',
  text: 'Who decides in the companies that you look for?',
  kind: 'many',
  answers: [
    { id: 'owner', text: 'Owners' },
    { id: 'executive', text: 'Executives' },
    { id: 'manager', text: 'Managers' },
    { id: 'specialist', text: 'Specialists' },
  ],
  isOptional: true,
} as const satisfies Question

export const campaignQuestions: Record<ProductLine, readonly Question[]> = {
  local: [goal, pages, channels, notes],
  locator: [goal, offer, channels, notes],
  enhance: [goal, offer, channels, notes],
  b2b: [goal, deciders, channels, notes],
}
