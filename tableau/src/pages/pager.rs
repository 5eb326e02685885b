//! A long list, page by page.

use askama::Template;

/// The links to the pages before and after this one.
#[derive(Template)]
#[template(path = "pager.html")]
pub struct Pager {
    /// From 1.
    pub number: usize,
    pub count: usize,
    /// What the addresses have besides the number of the page, ending with `&`.
    pub query: String,
}

impl Pager {
    /// The page asked for, or the nearest one there is, of a list of `length`.
    pub fn of(asked: Option<&str>, length: usize, on_a_page: usize) -> Self {
        let count = length.div_ceil(on_a_page).max(1);
        let number = asked.and_then(|page| page.parse().ok()).unwrap_or(1).clamp(1, count);
        Pager { number, count, query: String::new() }
    }

    /// How many lines come before this page.
    pub fn first(&self, on_a_page: usize) -> usize {
        (self.number - 1) * on_a_page
    }

    pub fn html(&self) -> String {
        self.render().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_is_not_there_is_the_nearest_one() {
        let page = |asked: &str, length| Pager::of(Some(asked), length, 50);
        assert_eq!([page("2", 120).number, page("9", 120).number, page("0", 120).number], [2, 3, 1]);
        assert_eq!([page("x", 120).number, page("-1", 0).number, page("3", 50).number], [1, 1, 1]);
        assert_eq!((page("3", 120).first(50), page("1", 0).count), (100, 1));
    }
}
