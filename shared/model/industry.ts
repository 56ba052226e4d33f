/** What a company does, to choose from. The id is kept; names may be reworded. */
export const industries = [
  { id: 'automotive', name: 'Automotive' },
  { id: 'beauty', name: 'Beauty and personal care' },
  { id: 'construction', name: 'Construction' },
  { id: 'consulting', name: 'Consulting' },
  { id: 'dental', name: 'Dental' },
  { id: 'education', name: 'Education' },
  { id: 'entertainment', name: 'Entertainment and events' },
  { id: 'finance', name: 'Finance' },
  { id: 'fitness', name: 'Fitness and sports' },
  { id: 'food', name: 'Restaurants and food' },
  { id: 'health', name: 'Health care' },
  { id: 'home-services', name: 'Home services' },
  { id: 'hospitality', name: 'Hotels and travel' },
  { id: 'insurance', name: 'Insurance' },
  { id: 'legal', name: 'Legal' },
  { id: 'logistics', name: 'Logistics' },
  { id: 'manufacturing', name: 'Manufacturing' },
  { id: 'marketing', name: 'Marketing and advertising' },
  { id: 'nonprofit', name: 'Non-profit' },
  { id: 'pets', name: 'Pets and veterinary' },
  { id: 'real-estate', name: 'Real estate' },
  { id: 'retail', name: 'Retail' },
  { id: 'roofing', name: 'Roofing' },
  { id: 'senior-care', name: 'Senior care' },
  { id: 'solar', name: 'Solar and energy' },
  { id: 'technology', name: 'Technology' },
  { id: 'other', name: 'Other' },
] as const

/** The name of an industry; empty for none and for one that is not offered any more. */
export function industryName(id: string): string {
  return industries.find((industry) => industry.id === id)?.name ?? ''
}
