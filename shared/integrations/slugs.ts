// The outside tools by name, apart from what is said of them: queues and rows need no more.

export const toolSlugs = [
  'gohighlevelv2',
  'gohighlevel',
  'google_sheets',
  'sendgrid',
  'kartra',
  'clickfunnels',
  'zapier',
  'mailboxpower',
] as const
export type ToolSlug = (typeof toolSlugs)[number]
export const isToolSlug = (text: string): text is ToolSlug => toolSlugs.some((slug) => slug === text)
