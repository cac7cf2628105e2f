/** Placeholder until the live view is built. */
export const HomeScreen = () => (
  <div className="page">
    <h1>Home</h1>
  </div>
);
