// Who has been through the guided tour in this browser, so that the server is asked once. It says nothing about a person
// but that, and outlives a sign-out: nobody wants the tour again because they came back.
const KEY = 'guided_tour'

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : []
  } catch {
    return []
  }
}

export const wasTourSeen = (userId: string): boolean => read().includes(userId)

export function markTourSeen(userId: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...read(), userId])].slice(-20)))
  } catch {
    // Without storage the server is asked each time.
  }
}
