// CloudFront Function (runtime 2.0), run before anything is cached or forwarded. The API's gateway refuses foreign
// Host headers, so the host travels in a header of our own. What a client sent under these names is overwritten.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  var request = event.request
  var headers = request.headers
  headers['x-forwarded-host'] = { value: headers.host.value.toLowerCase() }
  headers['x-viewer-ip'] = { value: event.viewer.ip }
  delete headers['x-origin-verify']
  // The script of every campaign is one file, kept once; it reads the campaign's number from its own address.
  if (/^\/px\/\d{8}\.js$/.test(request.uri)) request.uri = '/pixel.js'
  return request
}
