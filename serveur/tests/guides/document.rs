//! A document as steps: the commands that it shows, and the files that it has its reader write.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

use crate::directives::{self, Directives};

/// Something of a document that is done, in its order.
#[derive(Debug)]
pub enum Step {
    /// A block of commands.
    Block(Block),
    /// A block that is the content of a file.
    File { name: String, content: String },
}

/// A block of commands, and what its comment says of them.
#[derive(Debug)]
pub struct Block {
    pub commands: Vec<Command>,
    pub directives: Directives,
}

/// A whole command, and the line of the document where it begins.
#[derive(Debug, Clone)]
pub struct Command {
    pub line: usize,
    pub text: String,
}

/// The steps of a document. The error names the line.
pub fn steps(text: &str) -> Result<Vec<Step>, String> {
    let mut steps = Vec::new();
    let mut comment: Option<(usize, &str)> = None;
    let mut block: Option<(String, Range<usize>)> = None;
    for (event, range) in Parser::new(text).into_offset_iter() {
        let line = text[..range.start].matches('\n').count() + 1;
        match event {
            Event::Start(Tag::HtmlBlock) => {
                if let Some(told) = directives::comment(&text[range]) {
                    comment = Some((line, told));
                }
            }
            Event::Html(_) | Event::End(TagEnd::HtmlBlock) => {}
            Event::Start(Tag::CodeBlock(kind)) => {
                let language = match kind {
                    CodeBlockKind::Fenced(language) => language.to_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                block = Some((language, range.end..range.start));
            }
            Event::Text(_) if block.is_some() => {
                let (_, content) = block.as_mut().expect("a block");
                *content = content.start.min(range.start)..content.end.max(range.end);
            }
            Event::End(TagEnd::CodeBlock) => {
                let (language, content) = block.take().expect("a block");
                // An empty one has no text.
                let content = if content.is_empty() { range.start..range.start } else { content };
                let first = text[..content.start].matches('\n').count() + 1;
                let content = &text[content];
                let (at, told) = comment.take().unwrap_or((line, ""));
                if let Some(name) = directives::file(told) {
                    steps.push(Step::File { name: name.to_owned(), content: content.to_owned() });
                } else if language == "sh" {
                    let commands = commands(content, first);
                    let directives =
                        Directives::read(told, commands.len()).map_err(|why| format!("line {at}: {why}"))?;
                    steps.push(Step::Block(Block { commands, directives }));
                } else if !told.is_empty() {
                    return Err(format!("line {at}: a comment for commands before a block of {language:?}"));
                }
            }
            _ => {
                if let Some((at, _)) = comment {
                    return Err(format!("line {at}: no block follows the comment"));
                }
            }
        }
    }
    match comment {
        Some((at, _)) => Err(format!("line {at}: no block follows the comment")),
        None => Ok(steps),
    }
}

/// The commands of a block: lines, with those that they go on in. What a shell would not take as a whole goes on.
fn commands(content: &str, first: usize) -> Vec<Command> {
    let mut commands: Vec<Command> = Vec::new();
    let mut whole = true;
    for (index, line) in content.lines().enumerate() {
        if whole && (line.trim().is_empty() || line.trim_start().starts_with('#')) {
            continue;
        }
        match commands.last_mut() {
            Some(last) if !whole => last.text = format!("{}\n{line}", last.text),
            _ => commands.push(Command { line: first + index, text: line.to_owned() }),
        }
        let text = &commands.last().expect("just put there").text;
        whole = !line.ends_with('\\') && crate::running::is_whole(text);
    }
    commands
}
