// What is new for operators, in their own words, the newest first. One short entry for what they notice; it shows a dot until it was
// seen.

export type NewsEntry = { day: string; title: string; text: string; to?: string }

export const whatsNew: readonly NewsEntry[] = [
  {
    day: '2026-11-25',
    title: 'Notifications',
    text: 'Agencies and clients hear inside the application of payments, stopped campaigns, tools, files and domains, and choose what also comes by mail.',
    to: '/user/notifications',
  },
  {
    day: '2026-11-24',
    title: 'A first page for each person',
    text: 'Operators see the health of the platform above the list of agencies, sales people their own agencies and commissions.',
    to: '/configuration/agency-list',
  },
]

/** The day of the newest entry. */
export const newsDay = (entries: readonly NewsEntry[] = whatsNew): string => entries[0]?.day ?? ''
