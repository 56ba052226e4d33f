/** The answer of a list that has all its rows on one page. */
export const onePage = <Row>(data: Row[]) => ({
  current_page: 1,
  last_page: 1,
  total: data.length,
  from: data.length > 0 ? 1 : 0,
  to: data.length,
  per_page: 25,
  next_cursor: null,
  data,
})
