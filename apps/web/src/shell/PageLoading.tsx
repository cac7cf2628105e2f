/** Shown in the content area while a tab's chunk loads. */
export const PageLoading = () => (
  <div className="full-page full-page--inside" role="status">
    <span className="spinner" aria-hidden />
    <span className="visually-hidden">Loading</span>
  </div>
);
