/** The loading indicator of the whole page, shown while the shell loads. */
export const FullPageLoading = () => (
  <div className="full-page" role="status">
    <span className="spinner" aria-hidden />
    <p>Loading content, please wait...</p>
  </div>
);

/** The loading indicator of the content area, shown while the chunk of a tab loads. */
export const PageLoading = () => (
  <div className="full-page full-page--inside" role="status">
    <span className="spinner" aria-hidden />
    <span className="visually-hidden">Loading</span>
  </div>
);
