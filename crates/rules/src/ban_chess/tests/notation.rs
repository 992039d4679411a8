use super::*;

#[test]
fn a_ban_is_written_as_two_squares_and_a_move_in_san() {
    let position = after(start(), "b:d2d4 e4 b:e7e5 f6");
    let ban = position.parse_action("b:d1h5").expect("a ban");
    assert_eq!((position.notation(ban), position.label(ban).as_str()), ("d1h5".to_string(), "d1h5"));
    let position = after(position, "b:b1c3");
    let check = position.parse_action("m:d1h5").expect("a move");
    assert_eq!(position.notation(check), "Qh5+");
    assert_eq!(position.label(check), "Qh5", "a label gives no hint");
}
