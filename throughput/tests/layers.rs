//! The text form of a model's layers.

use throughput::catalog::{Ffn, Mixer, parse_layers};

#[test]
fn groups_read_as_they_stand() {
    let text = "3x mla(128 1536 512 128 64 128) ffn(18432); \
                58x mla(128 1536 512 128 64 128) moe(256 8 2048 shared=2048)";
    let groups = parse_layers(text, 7168).expect("it is valid");
    assert_eq!((groups[0].count, groups[1].count), (3, 58));
    assert_eq!(
        groups[0].ffn,
        Ffn::Dense {
            intermediate: 18_432,
            gated: true
        }
    );
    // By hand: 1536 (7168 + 24,576) + 7168 x 576 + 512 x 128 x 256 + 16,384 x 7168.
    assert_eq!(groups[0].mixer.params(7168), 187_105_280);
    assert_eq!(groups[0].mixer.replicated_params(7168), 7168 * (1536 + 576));
    assert_eq!(groups[1].ffn.expert_params(7168), 3 * 7168 * 2048);
    assert_eq!(groups[1].ffn.router_params(7168), 7168 * 256);
    assert_eq!(groups[1].ffn.always_active_params(7168), 3 * 7168 * 2048);
}

#[test]
fn every_flag_changes_the_count_as_it_should() {
    let one = |text: &str| parse_layers(text, 1000).expect("it is valid").remove(0);
    // Queries and output 100 x 1000 each, keys and values 20 x 1000 each.
    assert_eq!(one("1x gqa(10 2 10) none").mixer.params(1000), 240_000);
    assert_eq!(
        one("1x gqa(10 2 10 gated) none").mixer.params(1000),
        340_000
    );
    assert_eq!(
        one("1x gqa(10 2 10 shared_kv) none").mixer.params(1000),
        220_000
    );
    assert_eq!(
        one("1x gqa(10 2 10 window=128) none").mixer.window(),
        Some(128)
    );
    assert_eq!(one("1x none ffn(7)").ffn.params(1000), 21_000);
    assert_eq!(one("1x none ffn(7 plain)").ffn.params(1000), 14_000);
    let moe = |text| one(text).ffn.params(1000);
    assert_eq!(moe("1x none moe(4 2 7)"), 4 * 21_000 + 4000);
    assert_eq!(
        moe("1x none moe(4 2 7 bias)"),
        4 * (21_000 + 14 + 1000) + 4000
    );
    assert_eq!(
        moe("1x none moe(4 2 7 latent=100)"),
        4 * 2100 + 4000 + 200_000
    );
    assert_eq!(
        one("1x none moe(4 2 7 shared=5)").ffn.active_params(1000),
        61_000
    );
    assert!(matches!(one("1x none none").mixer, Mixer::None));
}

#[test]
fn errors_say_where_and_what() {
    for (text, position, reason) in [
        ("", 1, "expected `COUNTx MIXER FFN`"),
        ("32 gqa(32 8 128) ffn(14336)", 1, "no layer count"),
        ("0x gqa(32 8 128) ffn(14336)", 1, "no layer count"),
        ("32x gqa(32 8) ffn(14336)", 5, "takes 3 numbers, found 2"),
        ("32x gqa(32 5 128) ffn(14336)", 5, "no multiple"),
        ("32x gqa(32 8 12a) ffn(14336)", 5, "is no number"),
        ("32x gqa(32 8 128 windw=1) ffn(14336)", 5, "has no `windw=`"),
        ("32x gqa(32 8 128) ffn(0)", 19, "above 0"),
        ("32x gqa(32 8 128) moe(8 9 100)", 19, "top-9 of only 8"),
        (
            "32x gqa(32 8 128) ffn(14336); 1x rnn(3) none",
            34,
            "unknown mixer `rnn`",
        ),
        ("32x gqa(32 8 128 ffn(14336)", 28, "`(` without `)`"),
        ("32x gqa)32 8 128 ffn(14336)", 8, "`)` without `(`"),
    ] {
        let error = parse_layers(text, 4096).expect_err(text);
        assert_eq!(error.position, position, "{text}: {error}");
        assert!(error.reason.contains(reason), "{text}: {error}");
    }
}
