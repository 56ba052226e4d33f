/** Shown when nobody lives at this host, or nobody could say who does. It carries no brand, because there is none. */
export function TenantMissing() {
  return (
    <main>
      <h1>Not found</h1>
      <p>No site could be loaded at this address. Check the address, or try again in a moment.</p>
      <button type="button" onClick={() => location.reload()}>
        Try again
      </button>
    </main>
  )
}
