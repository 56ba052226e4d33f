/** What there is to know below the address of somebody who is edited. */
export function addressHint(row: { pendingEmail: string; whyNotSignIn: string; isInvited: boolean }): string {
  const waits = row.pendingEmail && `Waiting for ${row.pendingEmail} to be confirmed.`
  if (row.whyNotSignIn) return [waits, row.whyNotSignIn].filter(Boolean).join(' ')
  if (row.isInvited) return 'The invitation is sent again when you correct it.'
  return waits
    ? `${waits} Another address takes its place.`
    : 'A new one counts once it is confirmed by a link that we send there.'
}
