/** The loading indicator of the whole page, shown while the shell loads. */
export const FullPageLoading = () => (
  <div className="full-page" role="status">
    <span className="spinner" aria-hidden />
    <p>Loading content, please wait...</p>
  </div>
);
