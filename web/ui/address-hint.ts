/** What there is to know below the address of somebody who is edited. */
export function addressHint(row: { pending_email: string; why_not_sign_in: string; is_invited: boolean }): string {
  const waits = row.pending_email && `Waiting for ${row.pending_email} to be confirmed.`
  if (row.why_not_sign_in) return [waits, row.why_not_sign_in].filter(Boolean).join(' ')
  if (row.is_invited) return 'The invitation is sent again when you correct it.'
  return waits
    ? `${waits} Another address takes its place.`
    : 'A new one counts once it is confirmed by a link that we send there.'
}
