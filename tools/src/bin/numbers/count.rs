//! Which number literals of a Rust file were set by hand.
//!
//! `numbers` walks the syntax tree of one file and returns its [`Number`]s. What counts:
//!
//! - *Named*: every number in the value of a `const` or `static` item, and in a struct literal of a type whose name ends
//!   in `Params`. Tuples, arrays, ranges and the fields of a struct count by element, so that a struct of twenty
//!   thresholds is twenty numbers. In arithmetic (`SIDE / 4`, `1.0 - SHOWS`) the numbers of the last rule do not count.
//! - *Bare*: outside of these, every fraction (a literal of a floating-point type), and every integer that decides: an
//!   operand of a comparison, an argument of `min`, `max` or `clamp`, the bound of a range that `contains` is asked of.
//! - What does not count: 0, 0.5, 1, 2 and 255 (full scale of a byte) among the bare ones; array lengths, indices,
//!   shifts, masks and remainders; counters of loops; patterns; types; tests.
//!
//! `constants` counts the items instead, whatever their values hold: the simpler rule of earlier counts.

use syn::visit::{self, Visit};
use syn::{
    Arm, Attribute, BinOp, Block, Expr, ExprBinary, ExprBlock, ExprCall, ExprClosure, ExprIndex, ExprLit,
    ExprMethodCall, ExprRange, ExprRepeat, ExprStruct, Field, GenericArgument, ImplItemConst, ImplItemFn, ItemConst,
    ItemFn, ItemImpl, ItemMod, ItemStatic, ItemStruct, Lit, Macro, Member, Meta, Pat, Token, TraitItemConst,
    TraitItemFn, Type, punctuated::Punctuated, spanned::Spanned,
};

/// A number that was set by hand.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Number {
    /// From 1.
    pub(crate) line: usize,
    /// Its constant or field; of a bare one, the function.
    pub(crate) name: String,
    /// As it stands in the source, with its sign.
    pub(crate) value: String,
    pub(crate) kind: Kind,
    /// The first sentence of the comment on its constant or field; empty without one.
    pub(crate) comment: String,
}

/// The two kinds of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Named,
    Bare,
}

/// What one file has.
#[derive(Debug, Default)]
pub(crate) struct Counted {
    pub(crate) numbers: Vec<Number>,
    /// The number of constants of a numeric type, derived ones included, each counted once.
    pub(crate) constants: usize,
    /// The number of lines without those of tests.
    pub(crate) lines: usize,
    /// The names of modules that only tests have, whose files are not to be counted.
    pub(crate) test_modules: Vec<String>,
}

/// Counts the numbers of a Rust file. `fields` are the comments on the fields of all structs.
///
/// # Errors
/// If the text is not Rust.
pub(crate) fn count(text: &str, fields: &FieldComments) -> syn::Result<Counted> {
    let file = syn::parse_file(text)?;
    let mut counter = Counter::new(fields);
    counter.counted.lines = text.lines().count();
    counter.visit_file(&file);
    Ok(counter.counted)
}

/// The first sentences of the comments on fields, by `Struct.field`.
pub(crate) type FieldComments = std::collections::HashMap<String, String>;

/// Adds the comments on the fields of a file's structs.
///
/// # Errors
/// If the text is not Rust.
pub(crate) fn field_comments(text: &str, comments: &mut FieldComments) -> syn::Result<()> {
    struct Fields<'a>(&'a mut FieldComments);
    impl<'a> Visit<'a> for Fields<'_> {
        fn visit_item_struct(&mut self, item: &'a ItemStruct) {
            for Field { ident, attrs, .. } in &item.fields {
                if let Some(field) = ident {
                    self.0.insert(format!("{}.{field}", item.ident), first_sentence(attrs));
                }
            }
        }
    }
    Fields(comments).visit_file(&syn::parse_file(text)?);
    Ok(())
}

/// Where a literal stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The whole value of a constant or field, or an element of it.
    Value,
    /// An operand in arithmetic within the value of a constant or field.
    Operand,
    /// In a function, where an integer decides: beside a comparison, in `min`, `max`, `clamp`.
    Deciding,
    /// Elsewhere in a function.
    Function,
    /// A length, an index, a shift.
    Structure,
}

/// The walk over one file.
struct Counter<'a> {
    fields: &'a FieldComments,
    counted: Counted,
    place: Place,
    /// The functions around.
    functions: Vec<String>,
    /// The constant or field around, and the comment on it.
    named: Option<(String, String)>,
    /// The type of the `impl` around, for `Self { .. }`.
    own_type: String,
    is_negative: bool,
}

impl<'a> Counter<'a> {
    fn new(fields: &'a FieldComments) -> Counter<'a> {
        Counter {
            fields,
            counted: Counted::default(),
            place: Place::Function,
            functions: Vec::new(),
            named: None,
            own_type: String::new(),
            is_negative: false,
        }
    }

    fn at(&mut self, place: Place, visit: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.place, place);
        visit(self);
        self.place = before;
    }

    /// The place of a part that decides nothing: a call's arguments, a block.
    fn neutral(&self) -> Place {
        match self.place {
            Place::Deciding => Place::Function,
            other => other,
        }
    }

    /// Leaves out an item of tests, with its lines.
    fn skips(&mut self, attrs: &[Attribute], item: &impl Spanned) -> bool {
        let skips = attrs.iter().any(is_test);
        if skips {
            let span = item.span();
            self.counted.lines -= span.end().line - span.start().line + 1;
        }
        skips
    }

    fn constant(&mut self, name: String, attrs: &[Attribute], ty: &Type, value: &Expr) {
        let before = self.counted.numbers.len();
        let outer = self.named.replace((name, first_sentence(attrs)));
        self.at(Place::Value, |counter| counter.visit_expr(value));
        self.named = outer;
        self.counted.constants += usize::from(is_numeric(ty) || self.counted.numbers.len() > before);
    }

    fn function(&mut self, name: String, attrs: &[Attribute], item: &impl Spanned, body: Option<&Block>) {
        if let (Some(body), false) = (body, self.skips(attrs, item)) {
            self.functions.push(name);
            let outer = self.named.take();
            self.at(Place::Function, |counter| counter.visit_block(body));
            self.named = outer;
            self.functions.pop();
        }
    }

    fn literal(&mut self, digits: &str, is_fraction: bool, line: usize) {
        let value: f64 = digits.parse().unwrap_or(f64::NAN);
        let is_usual = [0.0, 0.5, 1.0, 2.0, 255.0].contains(&value);
        let counts = match self.place {
            Place::Value => true,
            Place::Operand | Place::Deciding => !is_usual,
            Place::Function => is_fraction && !is_usual,
            Place::Structure => false,
        };
        if counts {
            let sign = if self.is_negative { "-" } else { "" };
            let (kind, name, comment) = match &self.named {
                Some((name, comment)) => (Kind::Named, name.clone(), comment.clone()),
                None => (Kind::Bare, self.functions.join("/"), String::new()),
            };
            self.counted.numbers.push(Number { line, name, value: format!("{sign}{digits}"), kind, comment });
        }
    }
}

impl<'a> Visit<'a> for Counter<'_> {
    fn visit_item_mod(&mut self, item: &'a ItemMod) {
        if self.skips(&item.attrs, item) {
            self.counted.test_modules.extend(item.content.is_none().then(|| item.ident.to_string()));
        } else {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'a ItemImpl) {
        if !self.skips(&item.attrs, item) {
            let name = if let Type::Path(path) = &*item.self_ty { last_segment(&path.path) } else { String::new() };
            let outer = std::mem::replace(&mut self.own_type, name);
            visit::visit_item_impl(self, item);
            self.own_type = outer;
        }
    }

    fn visit_item_fn(&mut self, item: &'a ItemFn) {
        self.function(item.sig.ident.to_string(), &item.attrs, item, Some(&item.block));
    }

    fn visit_impl_item_fn(&mut self, item: &'a ImplItemFn) {
        self.function(item.sig.ident.to_string(), &item.attrs, item, Some(&item.block));
    }

    fn visit_trait_item_fn(&mut self, item: &'a TraitItemFn) {
        self.function(item.sig.ident.to_string(), &item.attrs, item, item.default.as_ref());
    }

    fn visit_item_const(&mut self, item: &'a ItemConst) {
        if !self.skips(&item.attrs, item) {
            self.constant(item.ident.to_string(), &item.attrs, &item.ty, &item.expr);
        }
    }

    fn visit_item_static(&mut self, item: &'a ItemStatic) {
        if !self.skips(&item.attrs, item) {
            self.constant(item.ident.to_string(), &item.attrs, &item.ty, &item.expr);
        }
    }

    fn visit_impl_item_const(&mut self, item: &'a ImplItemConst) {
        if !self.skips(&item.attrs, item) {
            self.constant(item.ident.to_string(), &item.attrs, &item.ty, &item.expr);
        }
    }

    fn visit_trait_item_const(&mut self, item: &'a TraitItemConst) {
        if let Some((_, value)) = &item.default {
            self.constant(item.ident.to_string(), &item.attrs, &item.ty, value);
        }
    }

    fn visit_expr_struct(&mut self, literal: &'a ExprStruct) {
        let name = match last_segment(&literal.path) {
            name if name == "Self" => self.own_type.clone(),
            name => name,
        };
        let is_params = name.ends_with("Params");
        for field in &literal.fields {
            let Member::Named(member) = &field.member else { continue };
            let outer = match &self.named {
                Some((constant, _)) => Some(constant.clone()),
                None if is_params => Some(name.clone()),
                None => None,
            };
            let Some(outer) = outer else {
                self.at(self.neutral(), |counter| counter.visit_expr(&field.expr));
                continue;
            };
            let comment = self.fields.get(&format!("{name}.{member}")).cloned().unwrap_or_default();
            let before = self.named.replace((format!("{outer}.{member}"), comment));
            self.at(Place::Value, |counter| counter.visit_expr(&field.expr));
            self.named = before;
        }
        if let Some(rest) = &literal.rest {
            self.visit_expr(rest);
        }
    }

    fn visit_expr_binary(&mut self, binary: &'a ExprBinary) {
        use BinOp::{BitAnd, BitOr, BitXor, Rem, Shl, Shr};
        let is_comparison = matches!(
            binary.op,
            BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) | BinOp::Eq(_) | BinOp::Ne(_)
        );
        let place = match (self.place, &binary.op) {
            (_, Shl(_) | Shr(_) | BitAnd(_) | BitOr(_) | BitXor(_)) => Place::Structure,
            // The period of an angle is a fraction, and counts; a remainder of integers is structure.
            (Place::Deciding, Rem(_)) => Place::Function,
            (Place::Value | Place::Operand, _) => Place::Operand,
            (Place::Structure, _) => Place::Structure,
            _ if is_comparison => Place::Deciding,
            (_, BinOp::And(_) | BinOp::Or(_)) => Place::Function,
            (place, _) => place,
        };
        self.at(place, |counter| visit::visit_expr_binary(counter, binary));
    }

    fn visit_expr_method_call(&mut self, call: &'a ExprMethodCall) {
        let method = call.method.to_string();
        let is_limit = matches!(method.as_str(), "min" | "max" | "clamp");
        let in_function = matches!(self.place, Place::Function | Place::Deciding);
        let inner = if is_limit && in_function { Place::Deciding } else { self.neutral() };
        let is_range = matches!(strip(&call.receiver), Expr::Range(_)) && method == "contains";
        let receiver = if is_range && in_function { Place::Deciding } else { inner };
        self.at(receiver, |counter| match strip(&call.receiver) {
            Expr::Range(range) if is_range => visit::visit_expr_range(counter, range),
            other => counter.visit_expr(other),
        });
        // An exponent says what is computed, and is not set.
        let arguments = if matches!(method.as_str(), "pow" | "powi" | "powf") { Place::Structure } else { inner };
        self.at(arguments, |counter| call.args.iter().for_each(|argument| counter.visit_expr(argument)));
    }

    fn visit_expr_range(&mut self, range: &'a ExprRange) {
        self.at(self.neutral(), |counter| visit::visit_expr_range(counter, range));
    }

    fn visit_expr_call(&mut self, call: &'a ExprCall) {
        self.at(self.neutral(), |counter| call.args.iter().for_each(|argument| counter.visit_expr(argument)));
    }

    fn visit_expr_index(&mut self, index: &'a ExprIndex) {
        self.at(self.neutral(), |counter| counter.visit_expr(&index.expr));
        self.at(Place::Structure, |counter| counter.visit_expr(&index.index));
    }

    fn visit_expr_repeat(&mut self, repeat: &'a ExprRepeat) {
        // The zeros that an array begins with are not set.
        self.at(if self.named.is_some() { Place::Operand } else { self.neutral() }, |counter| {
            counter.visit_expr(&repeat.expr);
        });
    }

    fn visit_expr_closure(&mut self, closure: &'a ExprClosure) {
        self.at(self.neutral(), |counter| counter.visit_expr(&closure.body));
    }

    fn visit_expr_block(&mut self, block: &'a ExprBlock) {
        self.at(self.neutral(), |counter| visit::visit_expr_block(counter, block));
    }

    fn visit_arm(&mut self, arm: &'a Arm) {
        self.at(self.neutral(), |counter| visit::visit_arm(counter, arm));
    }

    fn visit_expr_unary(&mut self, unary: &'a syn::ExprUnary) {
        let is_minus = matches!(unary.op, syn::UnOp::Neg(_)) && matches!(&*unary.expr, Expr::Lit(_));
        let before = std::mem::replace(&mut self.is_negative, is_minus);
        visit::visit_expr_unary(self, unary);
        self.is_negative = before;
    }

    fn visit_expr_lit(&mut self, literal: &'a ExprLit) {
        let line = literal.span().start().line;
        match &literal.lit {
            Lit::Int(int) => self.literal(int.base10_digits(), matches!(int.suffix(), "f32" | "f64"), line),
            Lit::Float(float) => self.literal(float.base10_digits(), true, line),
            _ => {}
        }
    }

    fn visit_macro(&mut self, call: &'a Macro) {
        // The arguments of most macros are a list of expressions; of `vec![value; length]`, the value counts.
        let list = Punctuated::<Expr, Token![,]>::parse_terminated;
        let repeat = |input: syn::parse::ParseStream<'_>| {
            let value: Expr = input.parse()?;
            input.parse::<Token![;]>()?;
            input.parse::<Expr>()?;
            Ok(Punctuated::from_iter([value]))
        };
        if let Ok(arguments) = call.parse_body_with(list).or_else(|_| call.parse_body_with(repeat)) {
            self.at(self.neutral(), |counter| arguments.iter().for_each(|argument| counter.visit_expr(argument)));
        }
    }

    fn visit_pat(&mut self, pattern: &'a Pat) {
        if !matches!(pattern, Pat::Lit(_) | Pat::Range(_)) {
            visit::visit_pat(self, pattern);
        }
    }

    fn visit_type(&mut self, _: &'a Type) {}

    fn visit_generic_argument(&mut self, _: &'a GenericArgument) {}

    fn visit_attribute(&mut self, _: &'a Attribute) {}
}

/// An expression without parentheses.
fn strip(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => strip(&inner.expr),
        other => other,
    }
}

fn last_segment(path: &syn::Path) -> String {
    path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default()
}

/// Whether an attribute marks tests.
fn is_test(attribute: &Attribute) -> bool {
    let is_cfg = attribute.path().is_ident("cfg");
    let condition = match &attribute.meta {
        Meta::List(list) => list.tokens.to_string(),
        _ => String::new(),
    };
    attribute.path().is_ident("test") || is_cfg && condition.split(|c: char| !c.is_alphanumeric()).any(|w| w == "test")
}

/// Whether the type is a number, or a tuple, an array or a range of numbers.
fn is_numeric(ty: &Type) -> bool {
    match ty {
        Type::Array(array) => is_numeric(&array.elem),
        Type::Tuple(tuple) => !tuple.elems.is_empty() && tuple.elems.iter().all(is_numeric),
        Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            const NUMBERS: [&str; 12] =
                ["f32", "f64", "i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32", "u64", "usize"];
            let name = last.ident.to_string();
            NUMBERS.contains(&name.as_str()) || matches!(name.as_str(), "Range" | "RangeInclusive")
        }),
        _ => false,
    }
}

/// The first sentence of a documentation comment, in one line.
fn first_sentence(attrs: &[Attribute]) -> String {
    let lines = attrs.iter().filter(|attribute| attribute.path().is_ident("doc")).filter_map(|attribute| {
        let Meta::NameValue(doc) = &attribute.meta else { return None };
        let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = &doc.value else { return None };
        Some(text.value())
    });
    let text = lines.flat_map(|line| line.split_whitespace().map(str::to_string).collect::<Vec<_>>());
    let text = text.collect::<Vec<_>>().join(" ");
    let end = text.find(". ").or(text.strip_suffix('.').map(str::len));
    text[..end.unwrap_or(text.len())].to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values that a file has, as `name=value`, bare ones as `~function=value`.
    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let mut fields = FieldComments::new();
        field_comments(text, &mut fields).expect("Rust");
        let numbers = count(text, &fields).expect("Rust").numbers;
        let shown = |Number { name, value, kind, .. }: &Number| {
            format!("{}{name}={value}", if *kind == Kind::Bare { "~" } else { "" })
        };
        assert_eq!(numbers.iter().map(shown).collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn constants_count_by_element() {
        check("const A: f32 = 0.7;", &["A=0.7"]);
        check("const A: f32 = -1.0;", &["A=-1.0"]);
        check("fn f() { const A: (f32, usize) = (0.5, 8); }", &["A=0.5", "A=8"]);
        check("const A: [f32; 3] = [1.0, 0.25, 2.0];", &["A=1.0", "A=0.25", "A=2.0"]);
        check("const A: std::ops::RangeInclusive<f32> = 0.8..=1.32;", &["A=0.8", "A=1.32"]);
        check("static A: Duration = Duration::from_millis(45);", &["A=45"]);
        check("impl S { const A: L = L { pitch: (1.25, 4.4), few: 1 }; }", &["A.pitch=1.25", "A.pitch=4.4", "A.few=1"]);
    }

    #[test]
    fn derived_constants_have_only_the_numbers_that_are_set() {
        check("const A: usize = B / 2;", &[]);
        check("const A: f32 = (1.0 - B) / (C - 1) as f32;", &[]);
        check("const A: usize = B / 4;", &["A=4"]);
        check("const A: [[u8; 64]; 2] = [[0; 64]; 2];", &[]);
        check("const A: f32 = (1 << 24) as f32;", &[]);
        check("const A: &str = \"4 5\";", &[]);
        assert_eq!(
            count("const A: usize = B / 2; const S: &str = \"4\";", &FieldComments::new()).unwrap().constants,
            1
        );
    }

    #[test]
    fn parameters_count_wherever_they_are_set() {
        check(
            "fn f() -> LineParams { LineParams { least: 0.5, few: 3 } }",
            &["LineParams.least=0.5", "LineParams.few=3"],
        );
        check("impl Default for P { fn default() -> P { P { least: 0.5, few: 3 } } }", &[]);
        check("impl Default for ReadParams { fn default() -> Self { Self { few: 0 } } }", &["ReadParams.few=0"]);
    }

    #[test]
    fn fractions_in_functions_count_but_for_the_usual_ones() {
        check("fn f(x: f32) -> f32 { 0.3 * x.max(0.0) + 0.5 - 1.0 / 2.0 * 255.0 }", &["~f=0.3"]);
        check("fn f(x: f32) -> f32 { let g = |y: f32| y * -4.0; g(x) }", &["~f=-4.0"]);
        check(
            "fn f(x: f32) -> bool { match x { x if x < 0.45 => true, _ => (0.1..1.7).contains(&x) } }",
            &["~f=0.45", "~f=0.1", "~f=1.7"],
        );
        check(
            "fn f() { assert!(g() > 0.7, \"{} of 3\", 4.5); let v = vec![0.25; 9]; }",
            &["~f=0.7", "~f=4.5", "~f=0.25"],
        );
        check("fn f(x: f32) -> f32 { (x + 180.0) % 360.0 }", &["~f=180.0", "~f=360.0"]);
    }

    #[test]
    fn integers_in_functions_count_where_they_decide() {
        check("fn f(n: usize) -> bool { n >= 8 && n * 5 < area }", &["~f=8", "~f=5"]);
        check("fn f(n: usize) -> usize { n.max(7).min(255).clamp(1, 40) }", &["~f=7", "~f=40"]);
        check("fn f(n: usize) -> bool { (3..9).contains(&n) }", &["~f=3", "~f=9"]);
        check("fn f(a: &[u8]) -> u8 { (0..3).map(|i| a[i + 4]).sum() }", &[]);
        check("fn f(a: [u8; 5]) -> u32 { (77 * u32::from(a[3]) + 128) >> 8 & 15 }", &[]);
        check("fn f(a: &[u8], n: usize) -> bool { a.chunks(4).len() == n && n % 4 == 1 && a[3] > 0 }", &[]);
        check("fn f(x: f32) -> f32 { x.powi(3) }", &[]);
    }

    #[test]
    fn tests_patterns_and_types_do_not_count() {
        let text = "fn f(n: u8) {}\n#[cfg(test)]\nmod tests {\n    const A: f32 = 0.3;\n}\n#[cfg(test)]\nmod more;\n";
        check(text, &[]);
        let counted = count(text, &FieldComments::new()).unwrap();
        assert_eq!((counted.lines, counted.test_modules), (1, vec!["more".to_string()]));
        check("#[test]\nfn f() { let x = 0.3; }", &[]);
        check("fn f(n: [u8; 7]) -> bool { matches!(n[0], 3 | 4) }", &[]);
        check("fn f(n: u8) -> bool { match n { 3..=9 => true, _ => false } }", &[]);
    }

    #[test]
    fn the_comment_is_its_first_sentence() {
        let text = "/// In pixels. Smaller\n/// loses tiles.\nconst A: f32 = 9.0;\n\
                    struct Params {\n/// The share\n/// of tiles.\nleast: f32 }\n\
                    const P: Params = Params { least: 0.3 };";
        let mut fields = FieldComments::new();
        field_comments(text, &mut fields).unwrap();
        let numbers = count(text, &fields).unwrap().numbers;
        let comments: Vec<&str> = numbers.iter().map(|number| number.comment.as_str()).collect();
        assert_eq!(comments, ["In pixels", "The share of tiles"]);
        assert_eq!((numbers[0].line, numbers[1].line), (3, 8));
    }
}
