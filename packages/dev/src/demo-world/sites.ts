export interface Site {
  readonly client: string;
  readonly city: string;
  /** Degrees. */
  readonly lat: number;
  readonly lon: number;
}

/** The places of the clients' packs in the demo data. */
export const sites: readonly [Site, ...Site[]] = [
  { client: 'City Fleet', city: 'Berlin', lat: 52.52, lon: 13.4 },
  { client: 'Harbour Carts', city: 'Hamburg', lat: 53.54, lon: 9.98 },
  { client: 'Alpine Lifts', city: 'Innsbruck', lat: 47.27, lon: 11.39 },
  { client: 'Delta Storage', city: 'Rotterdam', lat: 51.92, lon: 4.48 },
  { client: 'Metro Scooters', city: 'Paris', lat: 48.86, lon: 2.35 },
  { client: 'North Ferries', city: 'Oslo', lat: 59.91, lon: 10.75 },
  { client: 'Iberia Solar', city: 'Seville', lat: 37.39, lon: -5.98 },
  { client: 'Danube Buses', city: 'Budapest', lat: 47.5, lon: 19.04 },
  { client: 'Baltic Vans', city: 'Gdansk', lat: 54.35, lon: 18.65 },
  { client: 'Lake Boats', city: 'Zurich', lat: 47.37, lon: 8.54 },
  { client: 'Adria Warehouses', city: 'Trieste', lat: 45.65, lon: 13.77 },
  { client: 'Highland Homes', city: 'Inverness', lat: 57.48, lon: -4.22 },
];
