(* The rule of the finder, and the proof that stepping through the tables finds
   what the rule says.

   The first part is the rule. The second part is the model, with the names of
   find.go and internal/dfa/longest.go. The model steps one byte at a time where
   the Go code takes the shortcuts of run, and it looks at one place at a time
   where indexScheme compares eight. It has no MaxLen: the theorem is about texts
   of less than 2 GiB. *)

From Coq Require Import String List NArith Bool Lia FMapPositive.
From Urn Require Import Abnf Check Loop Runs Tables.
Import ListNotations.
Open Scope N_scope.

(* The rule. g derives the URNs of the Finder's Syntax. *)

Definition byte_at (text : bytes) (i : nat) : byte := nth i text x00.
Definition quoted (s : String.string) : bytes := String.list_byte_of_string s.

(* How many bytes of u are b. *)
Definition many (b : byte) (u : bytes) : nat := length (filter (Byte.eqb b) u).

(* A ")" after u closes a "(" of u: some part of u that ends there has more "("
   than ")". *)
Definition Closes (u : bytes) : Prop :=
  exists x y, u = x ++ y /\ (many ")" y < many "(" y)%nat.

(* Trailing punctuation: b, if it is the byte after u. *)
Definition Trailing (u : bytes) (b : byte) : Prop :=
  In b (quoted ".,;:!?'") \/ b = ")"%byte /\ ~ Closes u.

Section Rule.
Variable g : node.
Variable exact : bool.

(* n is the length of the longest prefix of s that is a URN. *)
Definition LongestURN (s : bytes) (n : nat) : Prop :=
  (n <= length s)%nat /\ derives g (firstn n s) /\
  forall k, (n < k <= length s)%nat -> ~ derives g (firstn k s).

(* n is the length of u without trailing punctuation. The bytes after n are
   dropped, the last one first. Each is trailing punctuation and leaves a URN. No
   further byte can be dropped. *)
Definition Trimmed (u : bytes) (n : nat) : Prop :=
  (1 <= n <= length u)%nat /\
  (forall k, (n <= k < length u)%nat -> Trailing (firstn k u) (byte_at u k) /\ derives g (firstn k u)) /\
  ~ (Trailing (firstn (n - 1) u) (byte_at u (n - 1)) /\ derives g (firstn (n - 1) u)).

(* A candidate begins at i: "urn:" in any case, without a letter or digit before it. *)
Definition Candidate (text : bytes) (i : nat) : Prop :=
  (exists w z, skipn i text = w ++ z /\ derives (Text "urn:") w) /\
  ~ (exists b, (1 <= i)%nat /\ b = byte_at text (i - 1) /\
      inside [(48, 57); (65, 90); (97, 122)] (to_N b) = true).

(* The match at i has n bytes. *)
Definition MatchAt (text : bytes) (i n : nat) : Prop :=
  Candidate text i /\ exists longest, LongestURN (skipn i text) longest /\
    if exact then n = longest else Trimmed (firstn longest (skipn i text)) n.

(* A match: where it begins and ends, and one past the delimiter before each
   component, by its mark. *)
Definition match_ := (nat * nat * (N -> N))%type.

(* offsets are those of the components in the reading of the URN u. *)
Definition Offsets (u : bytes) (offsets : N -> N) : Prop :=
  exists r, map fst r = u /\ reads g r /\
    forall mark, offsets mark =
      match find (fun p => fst p =? mark) (Runs.starts r 0 []) with Some p => snd p | None => 0 end.

(* The matches of the text from a place on: the leftmost one, and those from its
   end on. *)
Inductive Matches (text : bytes) : nat -> list match_ -> Prop :=
| no_match : forall from, (forall i n, (from <= i)%nat -> ~ MatchAt text i n) -> Matches text from []
| first_match : forall from i n offsets l, (from <= i)%nat -> MatchAt text i n ->
    (forall j k, (from <= j < i)%nat -> ~ MatchAt text j k) ->
    Offsets (firstn n (skipn i text)) offsets ->
    Matches text (i + n) l -> Matches text from ((i, i + n, offsets)%nat :: l).
End Rule.

(* The model. *)

Section Model.
Variable m : machine.
Variable begin : N.
Variable exact : bool.

(* dfa.Longest. Its field starts is stored here: all captures, the last one first. *)
Record longest := { Len : N; pos : N; row : N; stored : captures }.
Definition Longest : longest := {| Len := 0; pos := 4; row := begin; stored := [] |}.

Fixpoint Feed (l : longest) (s : bytes) : longest :=
  let len := if accepting m (row l) then pos l else Len l in
  let stop := {| Len := len; pos := pos l; row := row l; stored := stored l |} in
  match s with
  | [] => stop
  | b :: s' =>
    let (t, mark) := next m (row l) b in
    if t =? 0 then stop
    else Feed {| Len := len; pos := pos l + 1; row := t; stored := store mark (pos l + 1) (stored l) |} s'
  end.

Definition captured (c : captures) (mark : N) : N :=
  match find (fun p => fst p =? mark) c with Some p => snd p | None => 0 end.
(* Captures after the longest prefix do not count. *)
Definition Starts (l : longest) (mark : N) : N :=
  if Len l <? captured (stored l) mark then 0 else captured (stored l) mark.

(* find.go. *)
Definition shortest (starts : N -> N) : N :=
  if starts 4 =? 0 then N.max (starts 1) (N.max (starts 2) (starts 3)) + 1 else starts 4.

Definition isPunctuation (c : byte) : bool := existsb (Byte.eqb c) (quoted ".,;:!?')").

Record brackets := { stays : nat; open : nat }.
Definition add_byte (b : brackets) (i : nat) (c : byte) : brackets :=
  if Byte.eqb c "("%byte then {| stays := S i; open := S (open b) |}
  else if Byte.eqb c ")"%byte then
    match open b with O => b | S k => {| stays := S i; open := k |} end
  else if isPunctuation c then b
  else {| stays := S i; open := open b |}.
Fixpoint add (b : brackets) (s : bytes) (i : nat) : brackets :=
  match s with
  | [] => b
  | c :: s' => add (add_byte b i c) s' (S i)
  end.

Fixpoint trim (s : bytes) (shortest end_ : nat) : nat :=
  match end_ with
  | O => O
  | S e =>
    if Nat.ltb shortest end_ then
      if isPunctuation (byte_at s e) then
        if Byte.eqb (byte_at s e) ")"%byte then Nat.max (stays (add {| stays := 0; open := 0 |} s 0)) shortest
        else trim s shortest e
      else end_
    else end_
  end.
Definition trimPunctuation (s : bytes) (shortest : nat) : nat := trim s shortest (length s).

Definition hasScheme (p : bytes) : bool := fits_word [(117, 32); (114, 32); (110, 32); (58, 0)] p.
Definition alphanumeric (c : byte) : bool :=
  let n := to_N c in
  if inside [(48, 57)] n then true else inside [(97, 122)] (N.lor n 32).
Definition glued (text : bytes) (i : nat) : bool :=
  match i with O => false | S j => alphanumeric (byte_at text j) end.

(* s is the end of a text. before tells whether a letter or digit precedes it. *)
Definition glued_in (before : bool) (s : bytes) (i : nat) : bool :=
  match i with O => before | S _ => glued s i end.
Fixpoint indexScheme (before : bool) (s : bytes) : option nat :=
  match s with
  | [] => None
  | c :: s' =>
    if (if before then false else hasScheme s) then Some O
    else option_map S (indexScheme (alphanumeric c) s')
  end.

(* The match at the start of s, which begins with "urn:": its length and offsets. *)
Definition candidate (s : bytes) : option (nat * (N -> N)) :=
  let l := Feed Longest (skipn 4 s) in
  let n := N.to_nat (Len l) in
  match n with
  | O => None
  | S e => Some (
    if exact then n
    else if isPunctuation (byte_at s e)
    then trimPunctuation (firstn n s) (N.to_nat (shortest (Starts l)))
    else n, Starts l)
  end.

(* s is the text from byte from on. Each turn uses at least one byte of it or ends,
   so the length of the text is enough fuel. *)
Fixpoint Next (fuel : nat) (before : bool) (s : bytes) (from : nat) : option match_ :=
  match fuel with
  | O => None
  | S fuel' =>
    match indexScheme before s with
    | None => None
    | Some k =>
      match candidate (skipn k s) with
      | None => Next fuel' (glued_in before s (k + 4)) (skipn (k + 4) s) (from + k + 4)
      | Some (n, starts) => Some (from + k, from + k + n, starts)%nat
      end
    end
  end.
Fixpoint AllFrom (fuel : nat) (before : bool) (s : bytes) (from : nat) : list match_ :=
  match fuel with
  | O => []
  | S fuel' =>
    match Next fuel before s from with
    | None => []
    | Some (start, end_, starts) =>
      (start, end_, starts) :: AllFrom fuel' (glued_in before s (end_ - from)) (skipn (end_ - from) s) end_
    end
  end.
Definition All (text : bytes) : list match_ := AllFrom (S (length text)) false text 0.
End Model.

(* The check. rank and fresh restate the table: the largest mark on a way to a state,
   and whether every step to it has one of the marks 1, 2, 3. The marks grow along
   each way. The mark 4 is that of a component that may be empty. *)

Section Check.
Variable m : machine.
Variable h : shortcuts.
Variable rank : N -> N.
Variable fresh : N -> bool.

Definition ok_edge (q : N) (b : byte) : bool :=
  let (t, mark) := next m q b in
  if t =? 0 then true
  else if t <? states h then
    if mark =? 0 then
      if rank q <=? rank t then
        if fresh t then false
        else if isPunctuation b then
          if accepting m t then if accepting m q then true else fresh q else true
        else true
      else false
    else if rank q <? mark then if mark <=? rank t then
      if mark <=? 3 then negb (accepting m t)
      else if mark =? 4 then if fresh t then false else negb (isPunctuation b) else false
    else false else false
  else false.
(* "urn:" leads to Begin, and nothing is accepted before. *)
Fixpoint leads (w : list (N * N)) (q : N) : bool :=
  match w with
  | [] => q =? begin h
  | (x, f) :: w' =>
    if accepting m q then false
    else
      let t := fst (next m q (octet_of x)) in
      if every (fun b => if N.lor (to_N b) f =? x then goes m q b t 0 else true) then leads w' t else false
  end.
Definition ok_finder : bool :=
  if start m <? states h then
    if fresh (start m) then false
    else if leads [(117, 32); (114, 32); (110, 32); (58, 0)] (start m) then
      forallb (fun q => every (ok_edge q)) (all_states h)
    else false
  else false.
End Check.

(* rank and fresh are computed; the check does not rely on how. *)
(* The largest mark on a way to the state, after one more round. *)
Definition last_marks (m : machine) (h : shortcuts) (a : array) : array :=
  fold_left (fun a q => fold_left (fun a b =>
    let (t, mark) := next m q b in
    if t =? 0 then a
    else let r := N.max (get a q) mark in
      if get a t <? r then PositiveMap.add (N.succ_pos t) r a else a) all_bytes a) (all_states h) a.
(* 1 if every step to the state has one of the marks 1, 2, 3. *)
Definition after_marks (m : machine) (h : shortcuts) : array :=
  fold_left (fun a q => fold_left (fun a b =>
    let (t, mark) := next m q b in
    if t =? 0 then a
    else let r := if (if mark =? 0 then false else mark <=? 3) then 1 else 2 in
      if get a t <? r then PositiveMap.add (N.succ_pos t) r a else a) all_bytes a) (all_states h) (PositiveMap.empty _).
Definition finds (m : machine) (r : restated) : bool :=
  let h := shortcuts_of r in
  let ranks := last_marks m h (last_marks m h (last_marks m h (PositiveMap.empty _))) in
  let news := after_marks m h in
  if ok_steps m h then ok_finder m h (get ranks) (fun q => get news q =? 1) else false.

(* The proof. *)

(* Brackets and punctuation. *)

Lemma snoc_or_nil : forall A (l : list A), l = [] \/ exists v a, l = v ++ [a].
Proof. intros A l. pattern l. apply rev_ind; eauto. Qed.
Lemma byte_eqb_eq : forall a b, Byte.eqb a b = true <-> a = b.
Proof. intros. split; [apply byte_dec_bl|apply byte_dec_lb]. Qed.
Lemma many_app : forall b u v, many b (u ++ v) = (many b u + many b v)%nat.
Proof. intros. unfold many. rewrite filter_app, app_length. auto. Qed.
Lemma many_one : forall b c, many b [c] = if Byte.eqb b c then 1%nat else 0%nat.
Proof. intros. unfold many. cbn [filter]. destruct (Byte.eqb b c); auto. Qed.
Lemma many_other : forall b c, b <> c -> many b [c] = 0%nat.
Proof.
  intros b c H. rewrite many_one. destruct (Byte.eqb b c) eqn:E; auto. apply byte_eqb_eq in E. tauto.
Qed.
Lemma many_same : forall b, many b [b] = 1%nat.
Proof. intros b. rewrite many_one. destruct (Byte.eqb b b) eqn:E; auto. rewrite (byte_dec_lb eq_refl) in E. discriminate. Qed.

Definition none : brackets := {| stays := 0; open := 0 |}.
Lemma add_snoc : forall s b i c, add b (s ++ [c]) i = add_byte (add b s i) (i + length s) c.
Proof.
  induction s as [|a s IH]; intros b i c; cbn [app add length].
  - rewrite PeanoNat.Nat.add_0_r. auto.
  - rewrite IH. f_equal. lia.
Qed.
(* The effect of add_byte on open. *)
Lemma open_byte : forall b i c,
  (c = "("%byte /\ open (add_byte b i c) = S (open b)) \/
  (c = ")"%byte /\ open (add_byte b i c) = pred (open b)) \/
  (c <> "("%byte /\ c <> ")"%byte /\ open (add_byte b i c) = open b).
Proof.
  intros b i c. unfold add_byte. destruct (Byte.eqb c "("%byte) eqn:L.
  - apply byte_eqb_eq in L. auto.
  - assert (c <> "("%byte) by (intros E; apply byte_eqb_eq in E; congruence).
    destruct (Byte.eqb c ")"%byte) eqn:R.
    + apply byte_eqb_eq in R. right. left. split; auto. destruct (open b) eqn:O; cbn; auto.
    + assert (c <> ")"%byte) by (intros E; apply byte_eqb_eq in E; congruence).
      right. right. destruct (isPunctuation c); auto.
Qed.
(* open is the largest excess of "(" over ")" in a part that ends where u ends. *)
Lemma open_most : forall u,
  (exists x y, u = x ++ y /\ many "(" y = (many ")" y + open (add none u 0))%nat) /\
  (forall x y, u = x ++ y -> (many "(" y <= many ")" y + open (add none u 0))%nat).
Proof.
  intros u. pattern u. apply rev_ind; clear u.
  - split; [exists [], []; auto|]. intros x y E. symmetry in E. apply app_eq_nil in E. destruct E as (-> & ->). cbn. lia.
  - intros c u ((x0 & y0 & E & E0) & M). rewrite add_snoc. set (b := add none u 0) in *.
    pose proof (open_byte b (0 + length u) c) as L. set (o := open (add_byte b (0 + length u) c)) in *.
    assert (Split : forall x y, u ++ [c] = x ++ y -> y = [] \/ exists y', y = y' ++ [c] /\ u = x ++ y').
    { intros x y F. destruct (snoc_or_nil _ y) as [->|(y' & a & ->)]; auto.
      right. rewrite app_assoc in F. apply app_inj_tail in F. destruct F as (-> & ->). eauto. }
    split.
    + destruct L as [(-> & L)|[(-> & L)|(N1 & N2 & L)]].
      * exists x0, (y0 ++ ["("%byte]). rewrite E, app_assoc, !many_app, many_same, (many_other ")") by discriminate. split; auto. lia.
      * destruct (open b) eqn:O.
        -- exists (u ++ [")"%byte]), []. rewrite app_nil_r. cbn in L. rewrite L. auto.
        -- exists x0, (y0 ++ [")"%byte]). rewrite E, app_assoc, !many_app, many_same, (many_other "(") by discriminate. split; auto. cbn in L. lia.
      * exists x0, (y0 ++ [c]). rewrite E, app_assoc, !many_app, !many_other by congruence. split; auto. lia.
    + intros x y F. destruct (Split x y F) as [->|(y' & -> & G)]; [cbn; lia|]. apply M in G.
      rewrite !many_app. destruct L as [(-> & L)|[(-> & L)|(N1 & N2 & L)]].
      * rewrite many_same, (many_other ")") by discriminate. lia.
      * rewrite many_same, (many_other "(") by discriminate. lia.
      * rewrite !many_other by congruence. lia.
Qed.
Lemma open_closes : forall u, Closes u <-> open (add none u 0) <> O.
Proof.
  intros u. destruct (open_most u) as ((x & y & E & H) & M). split.
  - intros (x' & y' & F & K). apply M in F. lia.
  - intros O. exists x, y. split; auto. lia.
Qed.

Lemma punctuation_in : forall c, isPunctuation c = true <-> In c (quoted ".,;:!?'") \/ c = ")"%byte.
Proof.
  intros c. unfold isPunctuation. rewrite existsb_exists. split.
  - intros (x & Hx & E). apply byte_eqb_eq in E. subst x.
    change (quoted ".,;:!?')") with (quoted ".,;:!?'" ++ [")"%byte]) in Hx.
    apply in_app_or in Hx. destruct Hx as [Hx|[Hx|[]]]; auto.
  - intros H. exists c. split; [|apply byte_eqb_eq; auto].
    change (quoted ".,;:!?')") with (quoted ".,;:!?'" ++ [")"%byte]). apply in_or_app. cbn [In]. destruct H as [H|<-]; auto.
Qed.
Lemma trailing_punctuation : forall u b, Trailing u b -> isPunctuation b = true.
Proof. intros u b H. apply punctuation_in. destruct H as [H|(H & _)]; auto. Qed.
Lemma punctuation_trailing : forall u b, isPunctuation b = true -> b <> ")"%byte -> Trailing u b.
Proof. intros u b H N1. apply punctuation_in in H. destruct H as [H|H]; [left; auto|tauto]. Qed.

(* The byte at i makes stays i + 1, unless it is trailing punctuation. *)
Lemma stays_byte : forall u c, let b := add none u 0 in
  (Trailing u c /\ stays (add_byte b (length u) c) = stays b) \/
  (~ Trailing u c /\ stays (add_byte b (length u) c) = S (length u)).
Proof.
  intros u c b. unfold add_byte. destruct (Byte.eqb c "("%byte) eqn:L.
  - right. split; auto. intros T. apply trailing_punctuation in T. apply byte_eqb_eq in L. subst c. discriminate.
  - destruct (Byte.eqb c ")"%byte) eqn:R.
    + apply byte_eqb_eq in R. subst c. pose proof (open_closes u) as O. fold b in O. destruct (open b) eqn:Ob.
      * left. split; auto. right. split; auto. intros C. apply O in C. tauto.
      * right. split; auto. intros [T|(_ & T)]; [cbn in T; repeat (destruct T as [T|T]; [discriminate|]); exact T|].
        apply T, O. discriminate.
    + assert (Nr : c <> ")"%byte) by (intros E; apply byte_eqb_eq in E; congruence).
      destruct (isPunctuation c) eqn:P; [left|right]; split; auto.
      * apply punctuation_trailing; auto.
      * intros T. apply trailing_punctuation in T. congruence.
Qed.
Lemma byte_at_app : forall u c k, (k < length u)%nat -> byte_at (u ++ [c]) k = byte_at u k.
Proof. intros. unfold byte_at. apply app_nth1; auto. Qed.
Lemma byte_at_end : forall u c, byte_at (u ++ [c]) (length u) = c.
Proof. intros. unfold byte_at. rewrite app_nth2 by auto. rewrite PeanoNat.Nat.sub_diag. auto. Qed.
Lemma firstn_snoc : forall (u : bytes) c k, (k <= length u)%nat -> firstn k (u ++ [c]) = firstn k u.
Proof. intros u c k H. rewrite firstn_app. replace (k - length u)%nat with O by lia. cbn. apply app_nil_r. Qed.

(* After stays there is only trailing punctuation. There is none directly before it. *)
Definition trailing_at (u : bytes) (k : nat) : Prop := Trailing (firstn k u) (byte_at u k).
Lemma stays_ok : forall u, let e := stays (add none u 0) in
  (e <= length u)%nat /\ (forall k, (e <= k < length u)%nat -> trailing_at u k) /\
  (forall k, e = S k -> ~ trailing_at u k).
Proof.
  intros u. pattern u. apply rev_ind; clear u.
  - cbn. repeat split; [lia|intros; lia|discriminate].
  - intros c u (L & T & N1). cbv zeta. rewrite add_snoc, app_length. cbn [length plus].
    pose proof (stays_byte u c) as H. cbv zeta in H. set (b := add none u 0) in *.
    destruct H as [(Hc & ->)|(Hc & ->)]; repeat split; try lia.
    + intros k Hk. unfold trailing_at. destruct (PeanoNat.Nat.eq_dec k (length u)) as [->|Hn].
      * rewrite byte_at_end, firstn_snoc, firstn_all by lia. auto.
      * rewrite byte_at_app, firstn_snoc by lia. apply T. lia.
    + intros k Hk. unfold trailing_at. rewrite byte_at_app, firstn_snoc by lia. apply N1; auto.
    + intros k Hk. inversion Hk; subst k. unfold trailing_at. rewrite byte_at_end, firstn_snoc, firstn_all by lia. auto.
Qed.

Lemma trim_ok : forall u n e, (n <= e <= length u)%nat -> (forall k, (e <= k < length u)%nat -> trailing_at u k) ->
  let r := trim u n e in
  (n <= r <= length u)%nat /\ (forall k, (r <= k < length u)%nat -> trailing_at u k) /\
  (r = n \/ forall k, r = S k -> ~ trailing_at u k).
Proof.
  intros u n e. induction e as [|e IH]; cbv zeta; cbn [trim]; intros He T.
  - repeat split; auto; try lia; try (intros; apply T; lia).
  - destruct (PeanoNat.Nat.ltb_spec n (S e)) as [Lt|Ge].
    2: { repeat split; auto; try lia; try (intros; apply T; lia). }
    destruct (isPunctuation (byte_at u e)) eqn:P.
    2: { repeat split; try lia; try (intros; apply T; lia). right. intros k E F. inversion E; subst k.
         apply trailing_punctuation in F. congruence. }
    destruct (Byte.eqb (byte_at u e) ")"%byte) eqn:R.
    + change {| stays := 0; open := 0 |} with none. destruct (stays_ok u) as (L & Ts & Ns). set (s := stays (add none u 0)) in *.
      repeat split; try lia.
      * intros k Hk. apply Ts. lia.
      * destruct (PeanoNat.Nat.le_gt_cases s n); [left; lia|right]. rewrite PeanoNat.Nat.max_l by lia. auto.
    + apply IH; [lia|]. intros k Hk. destruct (PeanoNat.Nat.eq_dec k e) as [->|]; [|apply T; lia].
      apply punctuation_trailing; auto. intros E. apply byte_eqb_eq in E. congruence.
Qed.

(* The rule gives only one length. *)
Lemma trimmed_once : forall g u n k, derives g u -> Trimmed g u n -> Trimmed g u k -> n = k.
Proof.
  assert (H : forall g u n k, derives g u -> Trimmed g u n -> Trimmed g u k -> ~ (n < k)%nat).
  { intros g u n k D (L & T & N1) (L' & T' & N2) C. apply N2. apply T. lia. }
  intros g u n k D Hn Hk. pose proof (H g u n k D Hn Hk). pose proof (H g u k n D Hk Hn). lia.
Qed.

(* The machine. *)

Section Proof.
Variable m : machine.
Variable n : names.
Variable g : node.
Variable h : shortcuts.
Variable rank : N -> N.
Variable fresh : N -> bool.
Hypothesis Reading : Reads m n g.
Hypothesis Steps : ok_steps m h = true.
Hypothesis Ok : ok_finder m h rank fresh = true.

Notation next := (next m).

(* The state and the captures after all of w, from state q at i with captures c. *)
Fixpoint go (w : bytes) (i q : N) (c : captures) : option (N * captures) :=
  match w with
  | [] => Some (q, c)
  | b :: w' => let (t, mark) := next q b in if t =? 0 then None else go w' (i + 1) t (store mark (i + 1) c)
  end.
Lemma go_app : forall u w i q c, go (u ++ w) i q c =
  match go u i q c with Some (t, d) => go w (i + N.of_nat (length u)) t d | None => None end.
Proof.
  induction u as [|b u IH]; intros w i q c; cbn [app go length].
  - rewrite N.add_0_r. auto.
  - destruct (next q b) as [t k]. destruct (t =? 0); auto. rewrite IH.
    replace (i + 1 + N.of_nat (length u)) with (i + N.of_nat (S (length u))) by lia. auto.
Qed.
Lemma go_trail : forall w i q c, q < states h -> forall u e, trail m n q w = (u, e) ->
  go w i q c = if Nat.eqb (length u) (length w) then Some (e, Runs.starts u i c) else None.
Proof.
  induction w as [|b w IH]; intros i q c Hq u e; cbn [go trail].
  - intros E. inversion E; subst. auto.
  - destruct (step_ok m h Steps q b Hq) as (Ht & Hk). unfold Loop.next in *.
    destruct (step m q (class m b)) as [t k]. cbn [fst snd] in *.
    destruct (N.eqb_spec t 0).
    + intros E. inversion E; subst. auto.
    + destruct (trail m n t w) as [u' e'] eqn:T. intros E. inversion E; subst. cbn [Runs.starts length Nat.eqb].
      rewrite starts_note by auto. apply IH; auto.
Qed.
Lemma start_state : start m < states h.
Proof. unfold ok_finder in Ok. destruct (N.ltb_spec (start m) (states h)); [auto|discriminate]. Qed.
Definition from_start (w : bytes) := go w 0 (start m) [].
Lemma derives_go : forall w, derives g w <-> exists q c, from_start w = Some (q, c) /\ accepting m q = true.
Proof.
  intros w. rewrite <- (same_strings _ _ _ Reading w). unfold accepts, from_start.
  destruct (trail m n (start m) w) as [u e] eqn:T.
  rewrite (go_trail w 0 (start m) [] start_state u e T). destruct (Nat.eqb (length u) (length w)).
  - split; [eauto|]. intros (q & c & E & A). inversion E; subst. auto.
  - split; [discriminate|]. intros (q & c & E & A). discriminate.
Qed.
Lemma go_offsets : forall w q c, derives g w -> from_start w = Some (q, c) -> Offsets g w (captured c).
Proof.
  intros w q c D E. unfold from_start in E. destruct (trail m n (start m) w) as [u e] eqn:T.
  rewrite (go_trail w 0 (start m) [] start_state u e T) in E. destruct (Nat.eqb (length u) (length w)); [|discriminate].
  inversion E; subst. exists u. pose proof (same_reading _ _ _ Reading w u D) as S. rewrite T in S. cbn [fst] in S.
  destruct S as (_ & S). destruct (S eq_refl). auto.
Qed.

(* What the check says of a step. *)
Lemma edge : forall q b, q < states h -> fst (next q b) <> 0 ->
  let (t, k) := next q b in
  t < states h /\ (fresh t = true -> 1 <= k <= 3) /\
  (k = 0 -> rank q <= rank t /\
    (isPunctuation b = true -> accepting m t = true -> accepting m q = true \/ fresh q = true)) /\
  (k <> 0 -> rank q < k /\ k <= rank t /\ k <= 4 /\ (k <= 3 -> accepting m t = false) /\ (k = 4 -> isPunctuation b = false)).
Proof.
  intros q b Hq Hz. unfold ok_finder in Ok.
  destruct (start m <? states h); [|discriminate]. destruct (fresh (start m)); [discriminate|].
  destruct (leads _ _ _ _); [|discriminate].
  assert (I : In q (all_states h)).
  { apply in_map_iff. exists (N.to_nat q). rewrite Nnat.N2Nat.id. split; auto. apply in_seq. lia. }
  eapply forallb_forall in Ok; [|exact I]. pose proof (every_all _ Ok b) as X. unfold ok_edge in X.
  destruct (next q b) as [t k]. cbn [fst] in Hz. destruct (N.eqb_spec t 0); [tauto|].
  destruct (N.ltb_spec t (states h)); [|discriminate]. split; auto.
  destruct (N.eqb_spec k 0) as [->|K].
  - destruct (N.leb_spec (rank q) (rank t)); [|discriminate]. destruct (fresh t); [discriminate|].
    repeat split; try discriminate; try tauto.
    intros P A. rewrite P, A in X. destruct (accepting m q); auto.
  - destruct (N.ltb_spec (rank q) k); [|discriminate]. destruct (N.leb_spec k (rank t)); [|discriminate].
    destruct (N.leb_spec k 3).
    + repeat split; try tauto; try lia. intros _. destruct (accepting m t); [discriminate|auto].
    + destruct (N.eqb_spec k 4); [|discriminate]. destruct (fresh t); [discriminate|].
      repeat split; try tauto; try lia; try discriminate. intros _. destruct (isPunctuation b); [discriminate|auto].
Qed.

(* Captures in order, the last one first. *)
Fixpoint sorted (c : captures) : Prop :=
  match c with
  | [] => True
  | (k, p) :: c' => (forall k' p', In (k', p') c' -> k' < k /\ p' < p) /\ sorted c'
  end.
Definition fine (i q : N) (c : captures) : Prop :=
  q < states h /\ sorted c /\ forall k p, In (k, p) c -> 0 < k <= 4 /\ k <= rank q /\ 0 < p <= i.
Lemma fine_step : forall i q c b t k, fine i q c -> next q b = (t, k) -> t <> 0 -> fine (i + 1) t (store k (i + 1) c).
Proof.
  intros i q c b t k (Hq & S & F) E Ht. pose proof (edge q b Hq) as X. rewrite E in X. specialize (X Ht).
  destruct X as (Hs & _ & X0 & X1). split; auto. unfold store. destruct (N.eqb_spec k 0) as [K|K].
  - destruct (X0 K) as (R & _). split; auto. intros k' p' I. apply F in I. lia.
  - destruct (X1 K) as (R & R' & K4 & _). split.
    + split; auto. intros k' p' I. apply F in I. lia.
    + intros k' p' [I|I]; [inversion I; subst; lia|]. apply F in I. lia.
Qed.
Lemma fine_go : forall w i q c t d, fine i q c -> go w i q c = Some (t, d) ->
  fine (i + N.of_nat (length w)) t d /\ exists e, d = e ++ c /\ forall k p, In (k, p) e -> i < p.
Proof.
  induction w as [|b w IH]; intros i q c t d F; cbn [go length].
  - intros E. inversion E; subst. rewrite N.add_0_r. split; auto. exists []. split; auto. intros k p [].
  - destruct (next q b) as [u k] eqn:E. destruct (N.eqb_spec u 0); [discriminate|]. intros G.
    destruct (IH _ _ _ _ _ (fine_step i q c b u k F E n0) G) as (F' & e & -> & He). split.
    + replace (i + N.of_nat (S (length w))) with (i + 1 + N.of_nat (length w)) by lia. auto.
    + unfold store. destruct (k =? 0).
      * exists e. split; auto. intros k' p' I. apply He in I. lia.
      * exists (e ++ [(k, i + 1)]). rewrite <- app_assoc. split; auto. intros k' p' I. apply in_app_or in I.
        destruct I as [I|[I|[]]]; [apply He in I; lia|inversion I; lia].
Qed.
Lemma fine_start : fine 0 (start m) [].
Proof. split; [apply start_state|]. split; cbn; auto. intros k p []. Qed.
Lemma fine_from : forall w q c, from_start w = Some (q, c) -> fine (N.of_nat (length w)) q c.
Proof. intros w q c E. apply (fine_go w 0 _ [] _ _ fine_start) in E. apply E. Qed.

Lemma sorted_lt : forall c k p k' p', sorted c -> In (k, p) c -> In (k', p') c -> k < k' -> p < p'.
Proof.
  induction c as [|[k0 p0] c IH]; cbn [sorted In]; intros k p k' p' S H H' L; [tauto|]. destruct S as (S & S').
  destruct H as [H|H], H' as [H'|H'].
  - inversion H; inversion H'; subst. lia.
  - inversion H; subst. apply S in H'. lia.
  - inversion H'; subst. apply S in H. lia.
  - eapply IH; eauto.
Qed.
Lemma captured_in : forall c k p, sorted c -> In (k, p) c -> captured c k = p.
Proof.
  induction c as [|[k0 p0] c IH]; cbn [sorted In]; intros k p S H; [tauto|]. destruct S as (S & S').
  unfold captured. cbn [find fst]. destruct H as [H|H].
  - inversion H; subst. rewrite N.eqb_refl. auto.
  - destruct (N.eqb_spec k0 k) as [->|]; [apply S in H; lia|]. apply (IH k p S' H).
Qed.
Lemma captured_or : forall c k, captured c k = 0 \/ In (k, captured c k) c.
Proof.
  intros c k. unfold captured. destruct (find (fun p => fst p =? k) c) as [[k' p]|] eqn:E; auto.
  right. apply find_some in E. destruct E as (I & E). cbn in E. apply N.eqb_eq in E. subst. auto.
Qed.

(* A component that starts at p keeps a byte, or its delimiter if it is the last. *)
Lemma short_mark : forall i q c k p, fine i q c -> In (k, p) c -> k <= 3 -> p < shortest (captured c).
Proof.
  intros i q c k p (_ & S & F) I K. pose proof (F k p I) as (P & _). unfold shortest.
  destruct (N.eqb_spec (captured c 4) 0) as [|Z].
  - assert (E : captured c k = p) by (apply captured_in; auto).
    assert (X : k = 1 \/ k = 2 \/ k = 3) by lia. destruct X as [->|[->| ->]]; lia.
  - destruct (captured_or c 4) as [|J]; [tauto|]. eapply sorted_lt; eauto. lia.
Qed.
Lemma short_none : forall c, shortest (captured c) <> 0.
Proof. intros c. unfold shortest. destruct (N.eqb_spec (captured c 4) 0); auto. lia. Qed.

(* Where a mark is, a step with this mark ends. *)
Lemma go_mark : forall w q c k p, from_start w = Some (q, c) -> In (k, p) c ->
  exists u b z r d t, w = u ++ b :: z /\ N.of_nat (length u) + 1 = p /\ from_start u = Some (r, d) /\
    next r b = (t, k) /\ t <> 0.
Proof.
  intros w. pattern w. apply rev_ind; clear w.
  - intros q c k p E I. inversion E; subst. destruct I.
  - intros b w IH q c k p E I. unfold from_start in E. rewrite go_app in E. fold (from_start w) in E.
    destruct (from_start w) as [[r d]|] eqn:W; [|discriminate]. cbn [go] in E.
    destruct (next r b) as [t k'] eqn:Ne. destruct (N.eqb_spec t 0); [discriminate|]. inversion E; subst q c.
    assert (X : In (k, p) d \/ (k, p) = (k', 0 + N.of_nat (length w) + 1)).
    { unfold store in I. destruct (k' =? 0); auto. destruct I; auto. }
    destruct X as [X|X].
    + destruct (IH r d k p eq_refl X) as (u & b' & z & r' & d' & t' & -> & Y).
      exists u, b', (z ++ [b]), r', d', t'. rewrite <- app_assoc. auto.
    + inversion X; subst. exists w, b, [], r, d, t. repeat split; auto; lia.
Qed.

(* Trailing punctuation leaves a URN. *)
Lemma drop_one : forall u b z q c, from_start (u ++ b :: z) = Some (q, c) -> derives g (u ++ [b]) ->
  isPunctuation b = true -> shortest (captured c) <= N.of_nat (length u) -> derives g u.
Proof.
  intros u b z q c E D P L. pose proof (fine_from _ _ _ E) as Fc.
  apply derives_go in D. destruct D as (t & d & Et & A). unfold from_start in *.
  replace (u ++ b :: z) with ((u ++ [b]) ++ z) in E by (rewrite <- app_assoc; auto).
  rewrite go_app in E. rewrite Et in E.
  rewrite go_app in Et. destruct (go u 0 (start m) []) as [[r c0]|] eqn:U; [|discriminate].
  pose proof (fine_go u 0 _ _ _ _ fine_start U) as (Fr & _).
  cbn [go] in Et. pose proof (edge r b (proj1 Fr)) as X. destruct (next r b) as [t' k] eqn:Ne.
  destruct (N.eqb_spec t' 0); [discriminate|]. inversion Et; subst t' d. specialize (X n0).
  destruct X as (_ & _ & X0 & X1).
  (* The captures up to there are among those of the whole. *)
  assert (Sub : forall k' p, In (k', p) (store k (0 + N.of_nat (length u) + 1) c0) -> In (k', p) c).
  { intros k' p I. pose proof (fine_step _ _ _ _ _ _ Fr Ne n0) as F1.
    replace (0 + N.of_nat (length (u ++ [b]))) with (0 + N.of_nat (length u) + 1) in E by (rewrite app_length; cbn; lia).
    destruct (fine_go _ _ _ _ _ _ F1 E) as (_ & e & -> & _). apply in_or_app. auto. }
  destruct (N.eqb_spec k 0) as [K|K].
  - subst k. destruct (X0 eq_refl) as (_ & Y). destruct (Y P A) as [Ar|Fs].
    + apply derives_go. exists r, c0. auto.
    + exfalso. destruct (snoc_or_nil _ u) as [->|(v & a & ->)].
      * cbn in U. inversion U; subst. unfold ok_finder in Ok. rewrite Fs in Ok. destruct (_ <? _); discriminate.
      * rewrite go_app in U. destruct (go v 0 (start m) []) as [[r' c']|] eqn:V; [|discriminate].
        pose proof (fine_go v 0 _ _ _ _ fine_start V) as (Fv & _). cbn [go] in U.
        pose proof (edge r' a (proj1 Fv)) as Z. destruct (next r' a) as [t' k'] eqn:Na.
        destruct (N.eqb_spec t' 0); [discriminate|]. inversion U; subst t' c0. destruct (Z n1) as (_ & Z1 & _).
        specialize (Z1 Fs).
        assert (I : In (k', 0 + N.of_nat (length v) + 1) c).
        { apply Sub. unfold store. destruct (N.eqb_spec k' 0); [lia|]. cbn. auto. }
        pose proof (short_mark _ _ _ _ _ Fc I ltac:(lia)) as Sh. rewrite app_length in L. cbn in L. lia.
  - exfalso. destruct (X1 K) as (_ & _ & K4 & A3 & P4).
    assert (I : In (k, 0 + N.of_nat (length u) + 1) c).
    { apply Sub. unfold store. destruct (N.eqb_spec k 0); [tauto|]. cbn. auto. }
    destruct (N.le_gt_cases k 3); [rewrite A3 in A by auto; discriminate|].
    rewrite P4 in P by lia. discriminate.
Qed.

(* The prefix with one byte less is not a URN, or that byte is not trailing
   punctuation. *)
Lemma short_stop : forall w q c, from_start w = Some (q, c) -> accepting m q = true ->
  let e := N.to_nat (shortest (captured c)) in
  (1 <= e <= length w)%nat /\ ~ (trailing_at w (e - 1) /\ derives g (firstn (e - 1) w)).
Proof.
  intros w q c E A. pose proof (fine_from _ _ _ E) as (Hq & S & F). pose proof (short_none c) as Z. cbv zeta.
  assert (Empty : ~ derives g []).
  { intros D. apply derives_go in D. destruct D as (q0 & c0 & E0 & A0). inversion E0; subst.
    unfold ok_finder in Ok. destruct (_ <? _); [|discriminate]. destruct (fresh _); [discriminate|].
    cbn [leads] in Ok. rewrite A0 in Ok. discriminate. }
  unfold shortest in *. destruct (N.eqb_spec (captured c 4) 0) as [C4|C4].
  - set (p := N.max (captured c 1) (N.max (captured c 2) (captured c 3))).
    assert (W : w <> []). { intros ->. apply Empty, derives_go. eauto. }
    destruct (N.eq_dec p 0) as [P0|P0].
    + rewrite P0. change (N.to_nat (0 + 1)) with 1%nat. cbn [Nat.sub firstn].
      destruct w; [tauto|]. cbn [length]. split; [lia|tauto].
    + assert (I : exists k, 1 <= k <= 3 /\ In (k, p) c).
      { unfold p in *. pose proof (captured_or c 1). pose proof (captured_or c 2). pose proof (captured_or c 3).
        destruct (N.max_spec (captured c 1) (N.max (captured c 2) (captured c 3))) as [(_ & M)|(_ & M)]; rewrite M in *;
          [destruct (N.max_spec (captured c 2) (captured c 3)) as [(_ & M')|(_ & M')]; rewrite M' in *|].
        - exists 3. split; [lia|tauto].
        - exists 2. split; [lia|tauto].
        - exists 1. split; [lia|tauto]. }
      destruct I as (k & K & I).
      destruct (go_mark w q c k p E I) as (u & b & z & r & d & t & -> & Lp & Eu & Ne & Ht).
      pose proof (fine_from _ _ _ Eu) as Fu. pose proof (edge r b (proj1 Fu)) as X. rewrite Ne in X. specialize (X Ht).
      destruct X as (_ & _ & _ & X). destruct (X ltac:(lia)) as (_ & _ & _ & Na & _). specialize (Na ltac:(lia)).
      assert (Eb : from_start (u ++ [b]) = Some (t, store k (0 + N.of_nat (length u) + 1) d)).
      { unfold from_start in *. rewrite go_app, Eu. cbn [go]. rewrite Ne. destruct (N.eqb_spec t 0); [tauto|auto]. }
      assert (Nd : ~ derives g (u ++ [b])).
      { intros D. apply derives_go in D. destruct D as (t' & d' & E' & A'). rewrite Eb in E'. inversion E'; subst. congruence. }
      replace (N.to_nat (p + 1) - 1)%nat with (length (u ++ [b])) by (rewrite app_length; cbn; lia).
      replace (u ++ b :: z) with ((u ++ [b]) ++ z) in * by (rewrite <- app_assoc; auto).
      rewrite firstn_app, firstn_all, PeanoNat.Nat.sub_diag, app_nil_r. split; [|tauto].
      destruct z; [|rewrite !app_length; cbn; lia].
      exfalso. rewrite app_nil_r in *. apply Nd, derives_go. eauto.
  - destruct (captured_or c 4) as [|I]; [tauto|]. set (p := captured c 4) in *.
    destruct (go_mark w q c 4 p E I) as (u & b & z & r & d & t & -> & Lp & Eu & Ne & Ht).
    pose proof (fine_from _ _ _ Eu) as Fu. pose proof (edge r b (proj1 Fu)) as X. rewrite Ne in X. specialize (X Ht).
    destruct X as (_ & _ & _ & X). destruct (X ltac:(lia)) as (_ & _ & _ & _ & P). specialize (P eq_refl).
    replace (N.to_nat p - 1)%nat with (length u) by lia. split; [rewrite app_length; cbn; lia|].
    intros (T & _). unfold trailing_at in T. apply trailing_punctuation in T.
    unfold byte_at in T. rewrite app_nth2, PeanoNat.Nat.sub_diag in T by auto. cbn [nth] in T. congruence.
Qed.

(* The longest prefix. *)

Lemma Feed_ok : forall s l, let f := fun k => go (firstn k s) (pos l) (row l) (stored l) in let l' := Feed m l s in
  exists j, (j <= length s)%nat /\ f j = Some (row l', stored l') /\
    ((Len l' = Len l /\ forall k q c, (k <= length s)%nat -> f k = Some (q, c) -> accepting m q = false) \/
     (exists k q c, (k <= j)%nat /\ f k = Some (q, c) /\ accepting m q = true /\ Len l' = pos l + N.of_nat k /\
        forall k' q' c', (k < k' <= length s)%nat -> f k' = Some (q', c') -> accepting m q' = false)).
Proof.
  induction s as [|b s IH]; intros l; cbn [Feed].
  - exists O. cbn [length firstn go row stored Len]. split; auto. split; auto.
    destruct (accepting m (row l)) eqn:A.
    + right. exists O, (row l), (stored l). repeat split; auto; [lia|]. intros; lia.
    + left. split; auto. intros k q c Hk E. destruct k; [|lia]. cbn in E. inversion E; subst; auto.
  - destruct (next (row l) b) as [t k0] eqn:Ne. destruct (N.eqb_spec t 0) as [T|T].
    + assert (Far : forall k, (1 <= k)%nat -> go (firstn k (b :: s)) (pos l) (row l) (stored l) = None).
      { intros [|k] Hk; [lia|]. cbn [firstn go]. rewrite Ne. destruct (N.eqb_spec t 0); [auto|tauto]. }
      exists O. cbn [row stored Len]. split; [lia|]. split; [reflexivity|].
      destruct (accepting m (row l)) eqn:A.
      * right. exists O, (row l), (stored l). repeat split; auto; [lia|]. intros k' q' c' Hk E. rewrite Far in E by lia. discriminate.
      * left. split; auto. intros [|k] q c Hk E; [cbn in E; inversion E; subst; auto|]. rewrite Far in E by lia. discriminate.
    + set (l1 := {| Len := if accepting m (row l) then pos l else Len l; pos := pos l + 1; row := t; stored := store k0 (pos l + 1) (stored l) |}).
      assert (Up : forall k, go (firstn (S k) (b :: s)) (pos l) (row l) (stored l) = go (firstn k s) (pos l1) (row l1) (stored l1)).
      { intros k. cbn [firstn go]. rewrite Ne. destruct (N.eqb_spec t 0); [tauto|auto]. }
      destruct (IH l1) as (j & Hj & Ej & C). exists (S j). cbn [length]. split; [lia|]. rewrite Up. split; auto.
      destruct C as [(L & C)|(k & q & c & Hk & Ek & A & L & C)].
      * rewrite L. cbn [Len l1]. destruct (accepting m (row l)) eqn:A.
        -- right. exists O, (row l), (stored l). repeat split; auto; try lia.
           intros [|k'] q' c' Hk E; [lia|]. rewrite Up in E. apply (C k' q' c'); auto. lia.
        -- left. split; auto. intros [|k'] q' c' Hk E; [cbn in E; inversion E; subst; auto|].
           rewrite Up in E. apply (C k' q' c'); auto. lia.
      * right. exists (S k), q, c. rewrite Up. repeat split; auto; try lia.
        { rewrite L. cbn [pos l1]. lia. }
        intros [|k'] q' c' Hk' E; [lia|]. rewrite Up in E. apply (C k' q' c'); auto. lia.
Qed.

Lemma leads_ok : forall w q, leads m h w q = true -> forall s, fits_word w s = true -> forall i c,
  (length w <= length s)%nat /\ go (firstn (length w) s) i q c = Some (begin h, c) /\
  forall k q' c', (k < length w)%nat -> go (firstn k s) i q c = Some (q', c') -> accepting m q' = false.
Proof.
  induction w as [|[x f] w IH]; cbn [leads fits_word]; intros q H s F i c.
  - apply N.eqb_eq in H. subst. cbn. repeat split; auto; intros; lia.
  - destruct (accepting m q) eqn:A; [discriminate|]. destruct s as [|b s]; [discriminate|].
    destruct (every _) eqn:Ev; [|discriminate]. destruct (N.lor (to_N b) f =? x) eqn:Hb; [|discriminate].
    pose proof (every_all _ Ev b) as X. cbn beta in X. rewrite Hb in X. apply goes_next in X. destruct X as (Ne & Ht).
    set (t := fst (next q (octet_of x))) in *. destruct (IH t H s F (i + 1) c) as (L & G & N1).
    cbn [length firstn go]. rewrite Ne. destruct (N.eqb_spec t 0); [tauto|]. unfold store. cbn [N.eqb].
    split; [lia|]. split; auto. intros [|k] q' c' Hk E.
    + cbn in E. inversion E; subst; auto.
    + cbn [firstn go] in E. rewrite Ne in E. destruct (N.eqb_spec t 0); [tauto|]. apply (N1 k q' c'); auto. lia.
Qed.

(* The result of candidate at a place where "urn:" is. *)
Lemma firstn_split : forall A (l : list A) k j, (k <= j)%nat -> firstn j l = firstn k l ++ firstn (j - k) (skipn k l).
Proof.
  induction l as [|a l IH]; intros k j H.
  - rewrite !firstn_nil, skipn_nil, firstn_nil. auto.
  - destruct k; [rewrite PeanoNat.Nat.sub_0_r; auto|]. destruct j; [lia|]. cbn. f_equal. apply IH. lia.
Qed.
Lemma shortest_ext : forall f k, (forall mark, f mark = k mark) -> shortest f = shortest k.
Proof. intros f k H. unfold shortest. rewrite !H. auto. Qed.
Lemma offsets_ext : forall u o p, (forall mark, o mark = p mark) -> Offsets g u p -> Offsets g u o.
Proof. intros u o p E (r & Er & R & O). exists r. repeat split; auto. intros mark. rewrite E. auto. Qed.

Lemma Starts_ok : forall i q c e l, fine i q (e ++ c) -> stored l = e ++ c ->
  (forall k p, In (k, p) e -> Len l < p) -> (forall k p, In (k, p) c -> p <= Len l) ->
  forall mark, Starts l mark = captured c mark.
Proof.
  intros i q c e l (_ & S & F) St He Hc mark. unfold Starts. rewrite St.
  destruct (captured_or c mark) as [Z|I].
  - rewrite Z. destruct (captured_or (e ++ c) mark) as [->|J]; [destruct (_ <? _); auto|].
    apply in_app_or in J. destruct J as [J|J].
    + apply He in J. destruct (N.ltb_spec (Len l) (captured (e ++ c) mark)); auto. lia.
    + assert (Sc : sorted c).
      { clear -S. induction e as [|[k p] e IH]; auto. apply IH. apply S. }
      pose proof (captured_in _ _ _ Sc J) as X. rewrite Z in X.
      assert (Y : In (mark, captured (e ++ c) mark) (e ++ c)) by (apply in_or_app; auto).
      apply F in Y. lia.
  - assert (J : In (mark, captured c mark) (e ++ c)) by (apply in_or_app; auto).
    rewrite (captured_in _ _ _ S J). apply Hc in I. destruct (N.ltb_spec (Len l) (captured c mark)); auto. lia.
Qed.

Lemma trimmed_ok : forall u q c, from_start u = Some (q, c) -> accepting m q = true ->
  let r := trimPunctuation u (N.to_nat (shortest (captured c))) in
  Trimmed g u r /\ Offsets g (firstn r u) (captured c).
Proof.
  intros u q c E A r. pose proof (short_stop u q c E A) as (Ls & Stop). cbv zeta in *.
  set (e := N.to_nat (shortest (captured c))) in *.
  destruct (trim_ok u e (length u)) as (Lr & T & R); [lia|intros; lia|]. fold (trimPunctuation u e) in Lr, T, R. fold r in Lr, T, R.
  assert (Du : derives g u) by (apply derives_go; eauto).
  assert (D : forall d k, (k + d = length u)%nat -> (r <= k)%nat -> derives g (firstn k u)).
  { induction d as [|d IH]; intros k Hk Hr.
    - replace k with (length u) by lia. rewrite firstn_all. auto.
    - assert (Eu : u = firstn k u ++ byte_at u k :: skipn (S k) u).
      { rewrite <- (firstn_skipn k u) at 1. f_equal. clear - Hk. revert k Hk. induction u as [|a u IHu]; cbn; intros k Hk; [lia|].
        destruct k; auto. apply IHu. lia. }
      assert (Lk : length (firstn k u) = k) by (apply firstn_length_le; lia).
      apply (drop_one (firstn k u) (byte_at u k) (skipn (S k) u) q c).
      + rewrite <- Eu. auto.
      + replace (firstn k u ++ [byte_at u k]) with (firstn (S k) u); [apply IH; lia|].
        rewrite Eu at 1. rewrite firstn_app, Lk. rewrite firstn_all2 by lia. replace (S k - k)%nat with 1%nat by lia. reflexivity.
      + eapply trailing_punctuation. apply T. lia.
      + rewrite Lk. unfold e in *. lia. }
  assert (Dr : derives g (firstn r u)) by (apply (D (length u - r)%nat); lia).
  split.
  - split; [lia|]. split.
    + intros k Hk. split; [apply T; lia|]. apply (D (length u - k)%nat); lia.
    + intros (Ta & Da). destruct R as [R|R].
      * apply Stop. rewrite <- R. auto.
      * apply (R (r - 1)%nat); [lia|]. auto.
  - pose proof (fine_from _ _ _ E) as F.
    assert (Dr' := Dr). apply derives_go in Dr'. destruct Dr' as (q' & c' & E' & _).
    assert (Eu : from_start u = go (skipn r u) (0 + N.of_nat (length (firstn r u))) q' c').
    { rewrite <- (firstn_skipn r u) at 1. unfold from_start in *. rewrite go_app, E'. auto. }
    rewrite E in Eu. symmetry in Eu. apply fine_from in E' as F'.
    destruct (fine_go _ _ _ _ _ _ F' Eu) as (_ & x & -> & Hx).
    assert (x = []).
    { destruct x as [|[k p] x]; auto. exfalso.
      specialize (Hx k p (or_introl eq_refl)). rewrite firstn_length_le in Hx by lia.
      assert (I : In (k, p) (((k, p) :: x) ++ c')) by (cbn; auto).
      destruct F as (F1 & F2 & F3). pose proof (F3 k p I) as (K & _).
      destruct (N.le_gt_cases k 3).
      - pose proof (short_mark _ _ _ _ _ (conj F1 (conj F2 F3)) I H) as Sh. unfold e in *. lia.
      - assert (k = 4) by lia. subst k. pose proof (captured_in _ _ _ F2 I) as Cp. unfold e, shortest in Lr. rewrite Cp in Lr.
        destruct (N.eqb_spec p 0); lia. }
    subst x. apply (go_offsets _ q'); auto.
Qed.

Theorem candidate_ok : forall exact s, hasScheme s = true ->
  match candidate m (begin h) exact s with
  | None => forall k, (k <= length s)%nat -> ~ derives g (firstn k s)
  | Some (len, starts) => (1 <= len <= length s)%nat /\ Offsets g (firstn len s) starts /\
    exists l, LongestURN g s l /\ if exact then len = l else Trimmed g (firstn l s) len
  end.
Proof.
  intros exact s Hs.
  assert (Ld : leads m h [(117, 32); (114, 32); (110, 32); (58, 0)] (start m) = true).
  { unfold ok_finder in Ok. destruct (_ <? _); [|discriminate]. destruct (fresh _); [discriminate|].
    destruct (leads _ _ _ _); [auto|discriminate]. }
  destruct (leads_ok _ _ Ld s Hs 0 []) as (L4 & G4 & N4). cbn [length] in *.
  assert (Far : forall k, (4 <= k)%nat -> from_start (firstn k s) = go (firstn (k - 4) (skipn 4 s)) 4 (begin h) []).
  { intros k Hk. unfold from_start. rewrite (firstn_split _ s 4 k Hk), go_app, G4. rewrite firstn_length_le by lia. auto. }
  assert (Ls : length (skipn 4 s) = (length s - 4)%nat) by apply List.skipn_length.
  unfold candidate. set (l := Feed m (Longest (begin h)) (skipn 4 s)).
  destruct (Feed_ok (skipn 4 s) (Longest (begin h))) as (j & Hj & Ej & C). fold l in Ej, C. cbn [pos row stored Len Longest] in *.
  destruct C as [(L & C)|(k & q & c & Hk & Ek & A & L & C)].
  - rewrite L. cbn [N.to_nat]. intros k Hk D. apply derives_go in D. destruct D as (q & c & E & A).
    destruct (PeanoNat.Nat.le_gt_cases 4 k) as [K|K].
    + rewrite Far in E by auto. rewrite (C (k - 4)%nat q c) in A; auto; [discriminate|lia].
    + rewrite (N4 k q c) in A; auto; discriminate.
  - rewrite L. destruct (N.to_nat (4 + N.of_nat k)) as [|e] eqn:En; [lia|].
    set (len := S e) in *. assert (Hl : len = (4 + k)%nat) by (unfold len; lia). set (u := firstn len s).
    assert (Lu : length u = len) by (apply firstn_length_le; lia).
    assert (Eu : from_start u = Some (q, c)).
    { unfold u. rewrite Far by lia. replace (len - 4)%nat with k by lia. auto. }
    assert (Du : derives g u) by (apply derives_go; eauto).
    assert (Lo : LongestURN g s len).
    { split; [lia|]. split; auto. intros k' Hk' D. apply derives_go in D. destruct D as (q' & c' & E' & A').
      rewrite Far in E' by lia. rewrite (C (k' - 4)%nat q' c') in A'; auto; [discriminate|lia]. }
    pose proof (fine_from _ _ _ Eu) as Fu. rewrite Lu in Fu.
    assert (St : forall mark, Starts l mark = captured c mark).
    { rewrite (firstn_split _ _ k j Hk), go_app, Ek in Ej.
      assert (Fk : fine (4 + N.of_nat (length (firstn k (skipn 4 s)))) q c).
      { rewrite firstn_length_le by lia. replace (4 + N.of_nat k) with (N.of_nat len) by lia. auto. }
      destruct (fine_go _ _ _ _ _ _ Fk Ej) as (F & x & E & Hx). rewrite firstn_length_le in Hx by lia.
      rewrite E in F. eapply Starts_ok; [exact F|exact E| |].
      - rewrite L. auto.
      - intros k' p I. destruct Fu as (_ & _ & Fu). apply Fu in I. lia. }
    rewrite (shortest_ext _ _ St).
    assert (Whole : Offsets g u (Starts l)) by (apply (offsets_ext _ _ _ St), (go_offsets u q); auto).
    destruct exact; [repeat split; auto; try lia; exists len; auto|].
    destruct (isPunctuation (byte_at s e)) eqn:P.
    + destruct (trimmed_ok u q c Eu A) as (T & O). cbv zeta in T, O. set (r := trimPunctuation u _) in *.
      pose proof (proj1 T) as Lr. split; [lia|]. split.
      * apply (offsets_ext _ _ _ St). replace (firstn r s) with (firstn r u); auto.
        unfold u. rewrite firstn_firstn. f_equal. lia.
      * exists len. auto.
    + split; [lia|]. split; auto. exists len. split; auto. fold u. split; [lia|]. split; [intros; lia|].
      intros (T & _). apply trailing_punctuation in T. replace (len - 1)%nat with e in T by (unfold len; lia).
      unfold byte_at, u in *. rewrite nth_firstn in T by (unfold len; lia). congruence.
Qed.

(* The text from left to right. *)

Lemma skipn_skipn_ : forall A i j (l : list A), skipn i (skipn j l) = skipn (j + i) l.
Proof. induction j as [|j IH]; intros l; auto. destruct l; cbn; [apply skipn_nil|apply IH]. Qed.
Lemma byte_at_skipn : forall i j l, byte_at (skipn i l) j = byte_at l (i + j).
Proof.
  induction i as [|i IH]; intros j l; auto. destruct l; cbn [skipn plus]; [destruct j; auto|]. apply IH.
Qed.

(* "urn:" in any case, and letters and digits. *)
Lemma octet_fold : forall x f, every (fun b => Bool.eqb (N.lor (to_N b) f =? x) (inside (fold x) (to_N b))) = true ->
  forall b, (N.lor (to_N b) f =? x) = inside (fold x) (to_N b).
Proof. intros x f H b. apply eqb_prop. apply (every_all _ H b). Qed.
Lemma scheme_ok : forall s, hasScheme s = true <-> exists w z, s = w ++ z /\ derives (Text "urn:") w.
Proof.
  pose proof (octet_fold 117 32 eq_refl) as U. pose proof (octet_fold 114 32 eq_refl) as R.
  pose proof (octet_fold 110 32 eq_refl) as Nn. pose proof (octet_fold 58 0 eq_refl) as C.
  change (Text "urn:") with (Seq (Octet (fold 117)) (Seq (Octet (fold 114)) (Seq (Octet (fold 110)) (Octet (fold 58))))).
  unfold hasScheme. intros s. split.
  - intros H. destruct s as [|a [|b [|c [|d s]]]]; cbn [fits_word] in H;
      repeat match type of H with (if ?x then _ else _) = true => destruct x eqn:?; [|discriminate] end; try discriminate.
    exists [a; b; c; d], s. split; auto. exists [a], [b; c; d]. split; auto. split; [exists a; rewrite <- U; auto|].
    exists [b], [c; d]. split; auto. split; [exists b; rewrite <- R; auto|].
    exists [c], [d]. split; auto. split; [exists c; rewrite <- Nn; auto|exists d; rewrite <- C; auto].
  - intros (w & z & -> & (v1 & w1 & -> & (a & -> & Ha) & v2 & w2 & -> & (b & -> & Hb) & v3 & w3 & -> & (c & -> & Hc) & d & -> & Hd)).
    cbn [app fits_word]. rewrite U, R, Nn, C, Ha, Hb, Hc, Hd. auto.
Qed.
Lemma scheme_length : forall s, hasScheme s = true -> (4 <= length s)%nat.
Proof.
  unfold hasScheme. intros s H. destruct s as [|a [|b [|c [|d s]]]]; cbn [fits_word] in H; cbn [length]; try lia;
    repeat match type of H with (if ?x then _ else _) = true => destruct x eqn:?; [|discriminate] end; discriminate.
Qed.
(* No other "urn:" begins within one. *)
Lemma scheme_apart : forall s d, hasScheme s = true -> (1 <= d < 4)%nat -> hasScheme (skipn d s) = true -> False.
Proof.
  assert (X : forall x f y k, every (fun b => if N.lor (to_N b) f =? x then negb (N.lor (to_N b) k =? y) else true) = true ->
    forall b, (N.lor (to_N b) f =? x) = true -> (N.lor (to_N b) k =? y) = true -> False).
  { intros x f y k E b H1 H2. pose proof (every_all _ E b) as Y. cbn beta in Y. rewrite H1, H2 in Y. discriminate. }
  unfold hasScheme. intros s d H Hd K. destruct s as [|a [|b [|c [|e s]]]]; cbn [fits_word] in H;
    repeat match type of H with (if ?x then _ else _) = true => destruct x eqn:?; [|discriminate] end; try discriminate.
  destruct d as [|[|[|[|d]]]]; try lia; cbn [skipn fits_word] in K.
  - destruct (N.lor (to_N b) 32 =? 117) eqn:Y; [|discriminate]. apply (X 114 32 117 32 eq_refl b); auto.
  - destruct (N.lor (to_N c) 32 =? 117) eqn:Y; [|discriminate]. apply (X 110 32 117 32 eq_refl c); auto.
  - destruct (N.lor (to_N e) 32 =? 117) eqn:Y; [|discriminate]. apply (X 58 0 117 32 eq_refl e); auto.
Qed.
Lemma alphanumeric_ok : forall b, alphanumeric b = inside [(48, 57); (65, 90); (97, 122)] (to_N b).
Proof.
  assert (E : every (fun b => Bool.eqb (alphanumeric b) (inside [(48, 57); (65, 90); (97, 122)] (to_N b))) = true) by reflexivity.
  intros b. apply eqb_prop. apply (every_all _ E b).
Qed.
Lemma candidate_at : forall text i, Candidate text i <-> hasScheme (skipn i text) = true /\ glued text i = false.
Proof.
  intros text i. unfold Candidate. rewrite scheme_ok. apply and_iff_compat_l. destruct i as [|i]; cbn [glued].
  - split; auto. intros _ (b & Hb & _). lia.
  - replace (S i - 1)%nat with i by lia. rewrite alphanumeric_ok. destruct (inside _ _) eqn:E; split; auto; try discriminate.
    + intros H. exfalso. apply H. exists (byte_at text i). repeat split; auto. lia.
    + intros _ (b & _ & -> & F). congruence.
Qed.
Lemma glued_from : forall text from i, glued_in (glued text from) (skipn from text) i = glued text (from + i).
Proof.
  intros text from [|i]; cbn [glued_in]; [rewrite PeanoNat.Nat.add_0_r; auto|].
  cbn [glued]. rewrite byte_at_skipn. replace (from + S i)%nat with (S (from + i)) by lia. auto.
Qed.

Lemma indexScheme_ok : forall s before,
  match indexScheme before s with
  | None => forall i, ~ (hasScheme (skipn i s) = true /\ glued_in before s i = false)
  | Some k => hasScheme (skipn k s) = true /\ glued_in before s k = false /\
    forall i, (i < k)%nat -> ~ (hasScheme (skipn i s) = true /\ glued_in before s i = false)
  end.
Proof.
  induction s as [|c s IH]; intros before; cbn [indexScheme].
  - intros i (H & _). rewrite skipn_nil in H. discriminate.
  - assert (Gl : forall i, glued_in before (c :: s) (S i) = glued_in (alphanumeric c) s i) by (intros [|i]; reflexivity).
    destruct (if before then false else hasScheme (c :: s)) eqn:F.
    + destruct before; [discriminate|]. repeat split; auto. intros; lia.
    + assert (Z : ~ (hasScheme (skipn 0 (c :: s)) = true /\ glued_in before (c :: s) 0 = false)).
      { cbn [skipn glued_in]. intros (H & B). rewrite B in F. congruence. }
      specialize (IH (alphanumeric c)). destruct (indexScheme (alphanumeric c) s) as [k|]; cbn [option_map].
      * destruct IH as (H1 & H2 & H3). rewrite Gl. repeat split; auto. intros [|i] Hi; auto. rewrite Gl. apply H3. lia.
      * intros [|i]; auto. rewrite Gl. apply IH.
Qed.

Variable exact : bool.
Notation MatchAt := (MatchAt g exact).

Lemma Next_ok : forall fuel text from, (length text < fuel + from)%nat ->
  match Next m (begin h) exact fuel (glued text from) (skipn from text) from with
  | None => forall i k, (from <= i)%nat -> ~ MatchAt text i k
  | Some (start, end_, starts) => (from <= start)%nat /\ exists k, end_ = (start + k)%nat /\ (1 <= k)%nat /\ MatchAt text start k /\
    (forall i k, (from <= i < start)%nat -> ~ MatchAt text i k) /\ Offsets g (firstn k (skipn start text)) starts
  end.
Proof.
  induction fuel as [|fuel IH]; intros text from Hf; cbn [Next].
  - intros i k Hi (C & _). apply candidate_at in C. destruct C as (C & _). apply scheme_length in C.
    rewrite List.skipn_length in C. lia.
  - pose proof (indexScheme_ok (skipn from text) (glued text from)) as I.
    destruct (indexScheme (glued text from) (skipn from text)) as [k|].
    + destruct I as (Hs & Hg & Before). rewrite skipn_skipn_ in Hs. rewrite glued_from in Hg.
      assert (B : forall i j, (from <= i < from + k)%nat -> ~ MatchAt text i j).
      { intros i j Hi (C & _). apply candidate_at in C. apply (Before (i - from)%nat); [lia|].
        rewrite skipn_skipn_, glued_from. replace (from + (i - from))%nat with i by lia. auto. }
      rewrite !skipn_skipn_. pose proof (candidate_ok exact _ Hs) as Ca. pose proof (scheme_length _ Hs) as L.
      rewrite List.skipn_length in L.
      destruct (candidate m (begin h) exact (skipn (from + k) text)) as [[len starts]|].
      * destruct Ca as (L1 & O & l & Lo & T). split; [lia|]. exists len. split; [reflexivity|]. split; [lia|].
        split; [|auto]. split; [apply candidate_at; auto|]. exists l. auto.
      * rewrite glued_from. replace (from + (k + 4))%nat with (from + k + 4)%nat by lia.
        assert (Nb : forall i j, (from <= i < from + k + 4)%nat -> ~ MatchAt text i j).
        { intros i j Hi M. destruct (PeanoNat.Nat.le_gt_cases (from + k) i) as [Ge|]; [|apply (B i j); auto; lia].
          destruct (PeanoNat.Nat.eq_dec i (from + k)) as [->|].
          - destruct M as (_ & l & (Ll & D & _) & _). apply (Ca l Ll D).
          - destruct M as (C & _). apply candidate_at in C. destruct C as (C & _).
            apply (scheme_apart _ (i - (from + k)) Hs); [lia|]. rewrite skipn_skipn_.
            replace (from + k + (i - (from + k)))%nat with i by lia. auto. }
        specialize (IH text (from + k + 4)%nat ltac:(lia)).
        destruct (Next m (begin h) exact fuel _ _ _) as [[[start end_] starts]|].
        -- destruct IH as (S1 & j & E & J & M & Bf & O). split; [lia|]. exists j. split; [auto|]. split; [auto|]. split; [auto|]. split; [|auto].
           intros i j' Hi. destruct (PeanoNat.Nat.le_gt_cases (from + k + 4) i); [apply Bf; lia|apply Nb; lia].
        -- intros i j Hi. destruct (PeanoNat.Nat.le_gt_cases (from + k + 4) i); [apply IH; lia|apply Nb; lia].
    + intros i k Hi (C & _). apply candidate_at in C. apply (I (i - from)%nat). rewrite skipn_skipn_, glued_from.
      replace (from + (i - from))%nat with i by lia. auto.
Qed.

Lemma AllFrom_ok : forall fuel text from, (length text < fuel + from)%nat ->
  Matches g exact text from (AllFrom m (begin h) exact fuel (glued text from) (skipn from text) from).
Proof.
  induction fuel as [|fuel IH]; intros text from Hf; cbn [AllFrom].
  - pose proof (Next_ok 0 text from Hf) as X. cbn [Next] in X. constructor. auto.
  - pose proof (Next_ok (S fuel) text from Hf) as X.
    destruct (Next m (begin h) exact (S fuel) _ _ _) as [[[start end_] starts]|]; [|constructor; auto].
    destruct X as (S1 & k & -> & K & M & B & O). constructor; auto.
    rewrite glued_from, skipn_skipn_. replace (from + (start + k - from))%nat with (start + k)%nat by lia. apply IH. lia.
Qed.
Theorem All_ok : forall text, Matches g exact text 0 (All m (begin h) exact text).
Proof. intros text. apply (AllFrom_ok (S (length text)) text 0). lia. Qed.

(* The rule gives only one list. *)
Lemma match_once : forall text i n k, MatchAt text i n -> MatchAt text i k -> n = k.
Proof.
  intros text i n0 k (_ & l & (L & D & F) & T) (_ & l' & (L' & D' & F') & T').
  assert (l = l').
  { destruct (PeanoNat.Nat.lt_trichotomy l l') as [H|[H|H]]; auto; exfalso; [apply (F l'); auto|apply (F' l); auto]. }
  subst l'. destruct exact; [congruence|]. eapply trimmed_once; eauto.
Qed.
Lemma offsets_once : forall u o p, Offsets g u o -> Offsets g u p -> forall mark, o mark = p mark.
Proof.
  intros u o p (r & Er & R & O) (r' & Er' & R' & O') mark. rewrite O, O'.
  assert (D : derives g u) by (rewrite <- Er; apply reads_derives; auto).
  assert (E : r = r').
  { transitivity (fst (trail m n (start m) u)); [|symmetry]; apply (same_reading _ _ _ Reading u _ D); auto. }
  rewrite E. auto.
Qed.
Definition same_match (x y : match_) : Prop := fst x = fst y /\ forall mark, snd x mark = snd y mark.
Theorem Matches_once : forall text from l, Matches g exact text from l ->
  forall k, Matches g exact text from k -> Forall2 same_match l k.
Proof.
  induction 1 as [from None1|from i len o l Hi M B O Ms IH]; intros k K.
  - inversion K as [|? j ? ? ? Hj Mj]; subst; [constructor|]. exfalso. eapply None1; eauto.
  - inversion K as [? None1|? j len' o' k' Hj Mj Bj Oj Ks]; subst; [exfalso; eapply None1; eauto|].
    assert (i = j).
    { destruct (PeanoNat.Nat.lt_trichotomy i j) as [H|[H|H]]; auto; exfalso; [apply (Bj i len); auto|apply (B j len'); auto]. }
    subst j. assert (len = len') by (eapply match_once; eauto). subst len'.
    constructor; [|auto]. split; auto. cbn. eapply offsets_once; eauto.
Qed.
End Proof.

(* Matches are within the text, in order, and do not overlap. *)
Lemma match_within : forall g exact text i n, MatchAt g exact text i n -> (i + n <= length text)%nat.
Proof.
  intros g exact text i n ((C & _) & l & (L & _) & T). rewrite List.skipn_length in L.
  assert (i < length text)%nat.
  { destruct (PeanoNat.Nat.lt_ge_cases i (length text)) as [|H]; auto. rewrite skipn_all2 in C by auto.
    apply scheme_ok in C. discriminate. }
  destruct exact; [lia|]. destruct T as (T & _). rewrite firstn_length in T. lia.
Qed.
Fixpoint in_order (from : nat) (l : list match_) (size : nat) : Prop :=
  match l with
  | [] => True
  | (start, end_, _) :: l' => (from <= start <= end_)%nat /\ (end_ <= size)%nat /\ in_order end_ l' size
  end.
Theorem Matches_in_order : forall g exact text from l, Matches g exact text from l -> in_order from l (length text).
Proof.
  induction 1 as [|from i n o l Hi M B O Ms IH]; cbn [in_order]; auto.
  pose proof (match_within _ _ _ _ _ M). repeat split; auto; lia.
Qed.

(* The theorem for each syntax. *)
Definition Finds (m : machine) (r : restated) (g : node) : Prop := forall exact text,
  let l := All m (begin (shortcuts_of r)) exact text in
  Matches g exact text 0 l /\
  (forall k, Matches g exact text 0 k -> Forall2 same_match l k) /\
  in_order 0 l (length text).
Theorem finds_matches : forall m n r g, Reads m n g -> finds m r = true -> Finds m r g.
Proof.
  intros m n r g R H exact text. cbv zeta. unfold finds in H. cbv zeta in H.
  destruct (ok_steps m (shortcuts_of r)) eqn:S; [|discriminate].
  pose proof (All_ok m n g _ _ _ R S H exact text) as A. split; [exact A|]. split.
  - intros k K. eapply Matches_once; eauto.
  - eapply Matches_in_order; eauto.
Qed.
