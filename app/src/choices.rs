//! What can be chosen in the form's lists.

use throughput::catalog::{self, KvPrecision, WeightPrecision};
use throughput::scenario::{DENSE_MODEL_ID, Field, legal_tensor_sizes};

use crate::typed::Typed;

/// One entry of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// What is asked when it is chosen.
    pub value: String,
    /// What is shown.
    pub label: String,
}

/// Entries under one heading; a blank heading means none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The heading.
    pub name: String,
    /// The entries.
    pub choices: Vec<Choice>,
}

fn choice(value: impl Into<String>, label: impl Into<String>) -> Choice {
    Choice {
        value: value.into(),
        label: label.into(),
    }
}

/// The list of a field that is chosen and not typed.
#[must_use]
pub fn of(field: Field) -> Vec<Group> {
    match field {
        Field::Model => models(),
        Field::Gpu => by_family(
            catalog::gpus()
                .iter()
                .map(|gpu| (gpu_family(gpu), choice(&gpu.id, &gpu.name))),
        ),
        Field::Engine => {
            let named = |engine: &catalog::Engine| {
                choice(
                    &engine.id,
                    format!("{}, {}", engine.name, engine.generation),
                )
            };
            ungrouped(catalog::engines().iter().map(named).collect())
        }
        Field::Weights => ungrouped(
            WeightPrecision::ALL
                .map(|weights| choice(weights.id(), weights_name(weights)))
                .to_vec(),
        ),
        Field::Kv => ungrouped(
            KvPrecision::ALL
                .map(|kv| choice(kv.id(), kv.id().to_uppercase()))
                .to_vec(),
        ),
        Field::Ep => ungrouped(vec![
            choice("0", "A slice of every one"),
            choice("1", "Whole ones"),
        ]),
        _ => Vec::new(),
    }
}

/// The entries whose name or value holds every word of what is looked for; all for a blank text.
#[must_use]
pub fn matching(groups: &[Group], sought: &str) -> Vec<Group> {
    let sought = sought.to_lowercase();
    let matches = |choice: &&Choice| {
        let texts = [choice.label.to_lowercase(), choice.value.to_lowercase()];
        sought
            .split_whitespace()
            .all(|word| texts.iter().any(|text| text.contains(word)))
    };
    groups
        .iter()
        .map(|group| Group {
            name: group.name.clone(),
            choices: group.choices.iter().filter(matches).cloned().collect(),
        })
        .filter(|group| !group.choices.is_empty())
        .collect()
}

/// The value of the first entry.
#[must_use]
pub fn first(groups: &[Group]) -> Option<&str> {
    groups
        .iter()
        .flat_map(|group| &group.choices)
        .map(|choice| choice.value.as_str())
        .next()
}

/// The groups with what is chosen now among them: a list must show what stands in its field, even
/// where that was not looked for or is not in the catalogue at all.
#[must_use]
pub fn with_current(mut groups: Vec<Group>, all: &[Group], current: &str) -> Vec<Group> {
    let find = |groups: &[Group]| {
        let mut choices = groups.iter().flat_map(|group| &group.choices);
        choices.find(|choice| choice.value == current).cloned()
    };
    if find(&groups).is_none() {
        let shown = find(all).unwrap_or_else(|| choice(current, current));
        groups.insert(
            0,
            Group {
                name: "Chosen now".to_owned(),
                choices: vec![shown],
            },
        );
    }
    groups
}

fn models() -> Vec<Group> {
    let rows = catalog::llms()
        .iter()
        .map(|llm| (family(&llm.name), choice(&llm.id, &llm.name)));
    let mut groups = by_family(rows);
    let any = choice(DENSE_MODEL_ID, "N billion parameters, dense");
    groups.insert(
        0,
        Group {
            name: "Any other".to_owned(),
            choices: vec![any],
        },
    );
    groups
}

const fn weights_name(weights: WeightPrecision) -> &'static str {
    match weights {
        WeightPrecision::Bf16 => "BF16",
        WeightPrecision::Fp8 => "FP8",
        WeightPrecision::Int8 => "INT8 (W8A8)",
        WeightPrecision::Int4 => "INT4 (W4A16)",
        WeightPrecision::Nvfp4 => "NVFP4",
        WeightPrecision::Mxfp4 => "MXFP4",
    }
}

/// The tensor-parallel sizes at which the chosen model can be cut, and what stands in the field
/// now if that is none of them.
#[must_use]
pub fn tensor_sizes(typed: &Typed) -> Vec<Choice> {
    let sizes = catalog::llm(typed.text(Field::Model))
        .map_or_else(|| vec![1, 2, 4, 8, 16], |llm| legal_tensor_sizes(llm, 64));
    let mut choices: Vec<_> = sizes
        .into_iter()
        .map(|size| choice(size.to_string(), size.to_string()))
        .collect();
    let now = typed.text(Field::Tp).trim();
    if !now.is_empty() && choices.iter().all(|choice| choice.value != now) {
        choices.push(choice(now, now));
    }
    choices
}

/// The first word of a model's name without its version: `Qwen3 32B` is of `Qwen`.
fn family(name: &str) -> String {
    let word = name.split([' ', '-']).next().unwrap_or(name);
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    match letters {
        "gpt" => "OpenAI gpt-oss".to_owned(),
        "" => name.to_owned(),
        family => family.to_owned(),
    }
}

fn gpu_family(gpu: &catalog::Gpu) -> String {
    let maker = match gpu.vendor {
        catalog::Vendor::Nvidia => "NVIDIA",
        catalog::Vendor::Amd => "AMD",
    };
    maker.to_owned()
}

fn ungrouped(choices: Vec<Choice>) -> Vec<Group> {
    vec![Group {
        name: String::new(),
        choices,
    }]
}

/// Groups in the order in which their first entry comes; single entries share the last group.
fn by_family(rows: impl Iterator<Item = (String, Choice)>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (name, choice) in rows {
        match groups.iter_mut().find(|group| group.name == name) {
            Some(group) => group.choices.push(choice),
            None => groups.push(Group {
                name,
                choices: vec![choice],
            }),
        }
    }
    let (single, mut several): (Vec<_>, Vec<_>) = groups
        .into_iter()
        .partition(|group| group.choices.len() < 2);
    if !single.is_empty() {
        let choices = single.into_iter().flat_map(|group| group.choices).collect();
        several.push(Group {
            name: "Others".to_owned(),
            choices,
        });
    }
    several
}

#[cfg(test)]
mod tests {
    use super::*;
    use throughput::scenario::RawScenario;

    #[test]
    fn every_model_and_gpu_of_the_catalogue_is_offered_once() {
        let count = |field| {
            of(field)
                .iter()
                .map(|group| group.choices.len())
                .sum::<usize>()
        };
        assert_eq!(count(Field::Model), catalog::llms().len() + 1);
        assert_eq!(count(Field::Gpu), catalog::gpus().len());
    }

    #[test]
    fn every_default_can_be_chosen() {
        for field in [
            Field::Model,
            Field::Gpu,
            Field::Engine,
            Field::Weights,
            Field::Kv,
            Field::Ep,
        ] {
            let groups = of(field);
            let mut values = groups.iter().flat_map(|group| &group.choices);
            assert!(
                values.any(|choice| choice.value == field.default_text()),
                "{field:?}"
            );
        }
    }

    #[test]
    fn a_list_is_narrowed_down_by_words_in_any_order() {
        let all = of(Field::Model);
        assert_eq!(matching(&all, ""), all);
        let found = matching(&all, "235b QWEN3");
        assert!(first(&found).is_some_and(|id| id.starts_with("qwen3") && id.contains("235b")));
        assert!(matching(&all, "no such model").is_empty());
    }

    #[test]
    fn what_is_chosen_stays_in_a_narrowed_list() {
        let all = of(Field::Model);
        let narrowed = with_current(matching(&all, "mixtral"), &all, "llama-3.3-70b");
        assert_eq!(first(&narrowed), Some("llama-3.3-70b"));
        assert_eq!(with_current(all.clone(), &all, "llama-3.3-70b"), all);
        assert_eq!(
            first(&with_current(all.clone(), &all, "unheard-of")),
            Some("unheard-of")
        );
    }

    #[test]
    fn only_legal_sizes_are_offered_but_what_stands_there_is_kept() {
        let sizes = |query: &str| -> Vec<String> {
            let typed = Typed::of(&RawScenario::from_query(query));
            tensor_sizes(&typed)
                .into_iter()
                .map(|choice| choice.value)
                .collect()
        };
        assert_eq!(sizes(""), ["1", "2", "4", "8", "16", "32", "64"]);
        assert_eq!(
            sizes("model=llama-3.1-8b&tp=3"),
            ["1", "2", "4", "8", "16", "32", "3"]
        );
    }

    #[test]
    fn a_family_is_a_name_without_its_version() {
        assert_eq!(family("Qwen2.5-VL 7B"), "Qwen");
        assert_eq!(family("gpt-oss 120B"), "OpenAI gpt-oss");
        assert_eq!(family("DeepSeek V3"), "DeepSeek");
    }
}
