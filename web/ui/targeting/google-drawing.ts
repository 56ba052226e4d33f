/// <reference types="google.maps" />
// Google Maps as the map to draw on. Its own drawing library was given up (May 2026), so circles and shapes are drawn with its
// plain circles and polygons, which a person can move and stretch.
import { importLibrary, setOptions } from '@googlemaps/js-api-loader'
import { LEAST_MILES, type MapPoint, MOST_MILES, MOST_POINTS } from '#shared/model/map-shape.ts'
import type { Drawing, DrawingKind, DrawingTool } from './drawing.ts'

const METRES_A_MILE = 1609.344
const FIRST_MILES = 5
/** The middle of the country, and all of it in view. */
const start = { center: { lat: 39.5, lng: -98.35 }, zoom: 4 }

type Libraries = { maps: google.maps.MapsLibrary; places: google.maps.PlacesLibrary | undefined }

let libraries: Promise<Libraries> | undefined
let isSet = false
const failures = new Set<() => void>()

async function load(key: string): Promise<Libraries> {
  if (!isSet) setOptions({ key, v: 'quarterly', authReferrerPolicy: 'origin', libraries: ['maps', 'places'] })
  isSet = true
  // The one name by which this library says that a key is not taken.
  Object.assign(window, {
    gm_authFailure: () => {
      for (const tell of failures) tell()
    },
  })
  const [maps, places] = await Promise.all([
    importLibrary('maps'),
    // A key may be for maps alone: then the map is moved by hand.
    importLibrary('places').catch(() => undefined),
  ])
  return { maps, places }
}

const toPoint = (at: google.maps.LatLng): MapPoint => ({ latitude: at.lat(), longitude: at.lng() })

/** A field on the map that finds addresses and towns, and moves the map there. */
function addSearch(map: google.maps.Map, places: google.maps.PlacesLibrary | undefined) {
  if (!places?.PlaceAutocompleteElement) return
  const field = new places.PlaceAutocompleteElement({ includedRegionCodes: ['us'] })
  field.addEventListener('gmp-select', async (event) => {
    const place = event.placePrediction.toPlace()
    await place.fetchFields({ fields: ['location', 'viewport'] })
    if (place.viewport) map.fitBounds(place.viewport)
    else if (place.location) map.setCenter(place.location)
  })
  map.controls[google.maps.ControlPosition.TOP_LEFT]?.push(field)
}

function toolOf({ maps, places }: Libraries): DrawingTool {
  return ({ element, onShape, onFailure }): Drawing => {
    const colour = getComputedStyle(element).getPropertyValue('--mantine-primary-color-filled').trim()
    const look = {
      map: null,
      strokeColor: colour,
      fillColor: colour,
      fillOpacity: 0.15,
      strokeWeight: 2,
      editable: true,
    }
    const map = new maps.Map(element, {
      ...start,
      disableDefaultUI: true,
      zoomControl: true,
      clickableIcons: false,
      gestureHandling: 'cooperative',
    })
    const circle = new maps.Circle({ ...look, draggable: true, radius: FIRST_MILES * METRES_A_MILE })
    const polygon = new maps.Polygon({ ...look, paths: [[]] })
    let kind: DrawingKind = 'circle'
    addSearch(map, places)
    failures.add(onFailure)

    const tellCircle = () => {
      const centre = circle.getCenter()
      if (kind !== 'circle' || !centre || !circle.getMap()) return
      const miles = circle.getRadius() / METRES_A_MILE
      onShape({ kind: 'circle', ...toPoint(centre), miles: Math.min(MOST_MILES, Math.max(LEAST_MILES, miles)) })
    }
    const tellPolygon = () => {
      const points = polygon.getPath().getArray().map(toPoint)
      onShape(points.length < 3 ? null : { kind: 'polygon', points: points.slice(0, MOST_POINTS) })
    }
    const clear = () => {
      circle.setMap(null)
      polygon.setMap(null)
      polygon.getPath().clear()
      onShape(null)
    }
    map.addListener('click', ({ latLng }: google.maps.MapMouseEvent) => {
      if (!latLng) return
      if (kind === 'circle') {
        circle.setMap(map)
        circle.setCenter(latLng)
        tellCircle()
      } else {
        polygon.setMap(map)
        polygon.getPath().push(latLng)
      }
    })
    for (const change of ['center_changed', 'radius_changed']) circle.addListener(change, tellCircle)
    for (const change of ['insert_at', 'remove_at', 'set_at']) polygon.getPath().addListener(change, tellPolygon)
    return {
      use(next) {
        kind = next
        clear()
      },
      clear,
      close() {
        failures.delete(onFailure)
        clear()
        element.replaceChildren()
      },
    }
  }
}

/** Loads maps and places once for a page. What failed is tried again by the next who asks. */
export async function loadDrawing(key: string): Promise<DrawingTool> {
  libraries ??= load(key).catch((error: unknown) => {
    libraries = undefined
    throw error
  })
  return toolOf(await libraries)
}
