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

/**
 * Where people come back to from each tool's own sign-in: an address for each, so that what one tool gives is never handed to another
 * (RFC 9700, 4.4). Not by the names of tools: some take no address that names them.
 */
export const signInPlaces = { google_sheets: 'sheets', gohighlevelv2: 'sub-accounts' } as const satisfies Partial<
  Record<ToolSlug, string>
>
export type SignInSlug = keyof typeof signInPlaces
export const isSignInSlug = (slug: ToolSlug): slug is SignInSlug => slug in signInPlaces
