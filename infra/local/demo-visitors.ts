import type { KnownPerson } from './doubles/lead-data.ts'

type Told = 'id' | 'email' | 'firstName' | 'lastName' | 'phone' | 'city' | 'state'
export type DemoVisitor = { name: string; visitorId: string; person: Required<Pick<KnownPerson, Told>> }

const visitor = (firstName: string, lastName: string, phone: string, city: string, state: string): DemoVisitor => {
  const name = firstName.toLowerCase()
  const email = `${name}.${lastName.toLowerCase()}@example.com`
  return {
    name,
    visitorId: `demo-visitor-${name}`,
    person: { id: `demo-${name}`, email, firstName, lastName, phone, city, state },
  }
}

/** Who a person can be on the demonstration page: enough to put one of them on an exclusion list. */
export const demoVisitors = [
  visitor('Nora', 'Fields', '+13125550111', 'Chicago', 'IL'),
  visitor('Theo', 'Marsh', '+15125550122', 'Austin', 'TX'),
  visitor('Iris', 'Lane', '+15035550133', 'Portland', 'OR'),
] as const
