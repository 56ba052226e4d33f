// Who has been through the guided tour, so that the server, which remembers it, is asked once a session. Goes with the
// sign-out like everything else of a person.
const KEY = 'guided_tour'

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : []
  } catch {
    return []
  }
}

export const wasTourSeen = (userId: string): boolean => read().includes(userId)

export function markTourSeen(userId: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...new Set([...read(), userId])].slice(-20)))
  } catch {
    // Without storage the server is asked each time.
  }
}
