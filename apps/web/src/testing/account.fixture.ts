/** An account below the user's, as the server sends it. */
export const ACCOUNT = {
  userName: 'fleet',
  email: 'fleet@example.com',
  active: true,
  hasPassword: true,
  flags: [],
  effectiveFlags: [],
  userLevel: 'Client',
  maxSubUsers: 0,
  companyName: '',
  phoneNumber: '',
};
