(* A check that decides whether a machine reads the strings of a node, and the
   proof that it decides that. *)

From Coq Require Import List NArith Bool Lia FMapPositive.
From Urn Require Import Abnf Regex.
Import ListNotations.
Open Scope N_scope.

(* A machine. State 0 is the error state. A step goes by the class of a byte and
   tells the next state and a mark. *)
Record machine := {
  class : byte -> N;
  step : N -> N -> N * N;
  start : N;
  accepting : N -> bool;
  tag : N -> N;
}.

(* The tags of a machine: that of an escape, and that of each component.
   Component 0 is the text before the first component. Component 7 is the one
   without a mark. *)
Record names := { escape : N; part : N -> N }.

Definition all_bytes : list byte :=
  map (fun n => match of_N (N.of_nat n) with Some b => b | None => x00 end) (seq 0 256).
Lemma all_bytes_all : forall b, List.In b all_bytes.
Proof.
  assert (H : forall b, existsb (Byte.eqb b) all_bytes = true) by (intros []; vm_compute; reflexivity).
  intros b. specialize (H b). apply existsb_exists in H. destruct H as (x & H & E).
  apply byte_dec_bl in E. congruence.
Qed.
Definition every (f : byte -> bool) : bool := forallb f all_bytes.
Lemma every_all : forall f, every f = true -> forall b, f b = true.
Proof. intros f H b. eapply forallb_forall in H; [exact H|apply all_bytes_all]. Qed.

Section Machine.
Variable m : machine.
Variable n : names.

(* The note of a step from s to t with a mark. *)
Definition note (s t mark : N) : N :=
  if mark =? 0 then
    if tag m t =? escape n then within
    else if tag m s =? part n 0 then if tag m t =? part n 7 then 7 else 0 else 0
  else mark.

(* The steps of the machine through a string, up to the place where it stops:
   the bytes with their notes, and the last state. *)
Fixpoint trail (s : N) (w : bytes) : list letter * N :=
  match w with
  | [] => ([], s)
  | b :: w' =>
    let (t, mark) := step m s (class m b) in
    if t =? 0 then ([], s)
    else let (u, e) := trail t w' in ((b, note s t mark) :: u, e)
  end.

Definition accepts (w : bytes) : bool :=
  let (u, e) := trail (start m) w in
  if Nat.eqb (length u) (length w) then accepting m e else false.

(* The component after a note, and the place in which a string ends. It is an
   incomplete escape, if there is one, and otherwise the component that started
   last. *)
Definition after (k x : N) : N := if x =? 0 then k else if x =? within then k else x.
Fixpoint place_from (k t : N) (u : list letter) : N :=
  match u with
  | [] => t
  | (_, x) :: u' =>
    let k' := after k x in place_from k' (if x =? within then escape n else part n k') u'
  end.
Definition place (u : list letter) : N := place_from 0 (part n 0) u.

(* What it means that a machine reads the strings of a node. *)
Definition begins (g : node) (p : bytes) : Prop := exists z, derives g (p ++ z).
Record Reads (g : node) : Prop := {
  (* The machine accepts what the node derives. *)
  same_strings : forall w, accepts w = true <-> derives g w;
  (* There is one reading of each string, and it is that of the machine. *)
  same_reading : forall w u, derives g w -> (map fst u = w /\ reads g u <-> u = fst (trail (start m) w));
  (* The machine stops after the longest prefix that begins a string. *)
  same_offset : forall w k, (k <= length w)%nat ->
    (begins g (firstn k w) <-> (k <= length (fst (trail (start m) w)))%nat);
  (* The tag there is that of the place in the reading. *)
  same_place : forall w, tag m (snd (trail (start m) w)) = place (fst (trail (start m) w));
  (* A string that begins with this prefix has a reading that begins with these
     letters, and no other. *)
  same_prefix : forall w, let u := fst (trail (start m) w) in
    (exists z, reads g (u ++ z)) /\ forall v z, map fst v = map fst u -> reads g (v ++ z) -> v = u;
}.

(* The check. It has classes of bytes of its own, which refine those of the
   machine and of the node. cls is the class of a byte, rep has a byte of each
   class, and mcls the machine's class of each class. *)
Variable cls : byte -> N.
Variable reps : list byte.
Variable mcls : N -> N.
Variable ns : list N.    (* the notes *)
Variable way : N -> byte. (* from a state, the next byte on a way to the end *)

Definition sym_of (l : letter) : sym := (cls (fst l), snd l).

Definition mask (r : ranges) : N :=
  fold_right (fun b acc => if inside r (to_N b) then N.succ_double acc else N.double acc) 0 reps.
Definition ok_set (r : ranges) : bool :=
  let k := mask r in every (fun b => Bool.eqb (inside r (to_N b)) (N.testbit k (cls b))).
Definition octet : ranges := [(0, 255)].

Fixpoint upto (k : nat) (r : re) : re :=
  match k with O => Eps | S k' => alt Eps (cat r (upto k' r)) end.
Fixpoint pow (k : nat) (r t : re) : re :=
  match k with O => t | S k' => cat r (pow k' r t) end.
Definition rep (min : nat) (more : option nat) (r : re) : re :=
  pow min r (match more with None => Star r | Some k => upto k r end).
Definition shaped (x y : N) : re :=
  alt Eps (cat (Star (Chr (mask octet) x)) (Chr (mask octet) y)).

Fixpoint any (g : node) : re :=
  match g with
  | Octet r => Chr (mask r) anynote
  | Empty => Eps
  | Seq a b => cat (any a) (any b)
  | Or a b => alt (any a) (any b)
  | Rep min more a => rep min more (any a)
  | Less a b => conj (any a) (Not (any b))
  | Start _ a | Escape a => any a
  end.
Fixpoint noted (g : node) : re :=
  match g with
  | Octet r => Chr (mask r) 0
  | Empty => Eps
  | Seq a b => cat (noted a) (noted b)
  | Or a b => alt (noted a) (noted b)
  | Rep min more a => rep min more (noted a)
  | Less a b => conj (noted a) (Not (any b))
  | Start k a => conj (any a) (shaped 0 k)
  | Escape a => conj (any a) (shaped within 0)
  end.
Fixpoint ok (g : node) : bool :=
  match g with
  | Octet r => ok_set r
  | Empty => true
  | Seq a b | Or a b | Less a b => if ok a then ok b else false
  | Rep _ _ a | Escape a => ok a
  | Start k a => if k =? anynote then false else ok a
  end.

(* An expression fits a set of readings. *)
Definition fits (r : re) (P : list letter -> Prop) : Prop :=
  forall u, In r (map sym_of u) <-> P u.

Lemma split_concat : forall A B (f : A -> B) l u, map f u = concat l ->
  exists L, u = concat L /\ map (map f) L = l.
Proof.
  induction l as [|x l IH]; cbn; intros u H.
  - exists []. destruct u; auto; discriminate.
  - apply map_eq_app in H. destruct H as (v & w & -> & <- & H).
    destruct (IH _ H) as (L & -> & <-). exists (v :: L); auto.
Qed.

Lemma fits_ext : forall r P Q, (forall u, P u <-> Q u) -> fits r P -> fits r Q.
Proof. unfold fits; intros. rewrite H0; auto. Qed.

Lemma fits_eps : fits Eps (fun u => u = []).
Proof. intros u; cbn. split; [apply map_eq_nil|intros ->; auto]. Qed.

Lemma fits_cat : forall a b P Q, fits a P -> fits b Q ->
  fits (cat a b) (fun u => exists v w, u = v ++ w /\ P v /\ Q w).
Proof.
  intros a b P Q Ha Hb u. rewrite in_cat. cbn. split.
  - intros (v & w & E & H1 & H2). apply map_eq_app in E. destruct E as (v' & w' & -> & <- & <-).
    exists v', w'. repeat split; [apply Ha|apply Hb]; auto.
  - intros (v & w & -> & H1 & H2). exists (map sym_of v), (map sym_of w). rewrite map_app.
    repeat split; [apply Ha|apply Hb]; auto.
Qed.
Lemma fits_alt : forall a b P Q, fits a P -> fits b Q -> fits (alt a b) (fun u => P u \/ Q u).
Proof. intros a b P Q Ha Hb u. rewrite in_alt, (Ha u), (Hb u); tauto. Qed.
Lemma fits_conj : forall a b P Q, fits a P -> fits b Q -> fits (conj a b) (fun u => P u /\ Q u).
Proof. intros a b P Q Ha Hb u. rewrite in_conj, (Ha u), (Hb u); tauto. Qed.
Lemma fits_not : forall a P, fits a P -> fits (Not a) (fun u => ~ P u).
Proof. intros a P Ha u. cbn [In]. rewrite (Ha u); tauto. Qed.

Definition times (P : list letter -> Prop) (R : nat -> Prop) (u : list letter) : Prop :=
  exists l, u = concat l /\ Forall P l /\ R (length l).

Lemma times_succ : forall P R u,
  (exists v w, u = v ++ w /\ P v /\ times P R w) <->
  times P (fun k => match k with O => False | S k' => R k' end) u.
Proof.
  intros; split.
  - intros (v & w & -> & Hv & l & -> & Hl & Hr). exists (v :: l); cbn; auto.
  - intros ([|v l] & -> & Hl & Hr); cbn in Hr; [tauto|]. inversion Hl; subst.
    exists v, (concat l). repeat split; auto. exists l; auto.
Qed.
Lemma fits_star : forall a P, fits a P -> fits (Star a) (times P (fun _ => True)).
Proof.
  intros a P Ha u. cbn. split.
  - intros (l & E & Hl). apply split_concat in E. destruct E as (L & -> & <-). exists L. repeat split; auto.
    rewrite Forall_map in Hl. eapply Forall_impl; [|exact Hl]. intros x; apply Ha.
  - intros (l & -> & Hl & _). exists (map (map sym_of) l). rewrite concat_map. split; auto.
    rewrite Forall_map. eapply Forall_impl; [|exact Hl]. intros x; apply Ha.
Qed.
Lemma times_ext : forall P R Q, (forall k, R k <-> Q k) -> forall u, times P R u <-> times P Q u.
Proof. intros P R Q H u; split; intros (l & E & Hl & Hr); exists l; repeat split; auto; apply H; auto. Qed.
Lemma times_none : forall P R u, (forall k, R k <-> k = O) -> (u = [] <-> times P R u).
Proof.
  intros P R u H; split.
  - intros ->. exists []; repeat split; auto. apply H; auto.
  - intros (l & -> & _ & Hr). apply H in Hr. destruct l; [auto|discriminate].
Qed.
Lemma fits_upto : forall a P, fits a P -> forall k, fits (upto k a) (times P (fun j => (j <= k)%nat)).
Proof.
  intros a P Ha. induction k; cbn [upto].
  - eapply fits_ext; [|apply fits_eps]. intros; apply times_none. lia.
  - eapply fits_ext; [|apply fits_alt; [apply fits_eps|apply fits_cat; [apply Ha|apply IHk]]].
    intros u. cbn beta. rewrite times_succ. split.
    + intros [->|(l & -> & Hl & Hr)]; [exists []; cbn; repeat split; auto; lia|].
      exists l; repeat split; auto. destruct (length l); lia.
    + intros (l & -> & Hl & Hr). destruct l as [|x l]; [left; auto|right].
      exists (x :: l); repeat split; auto. cbn in *; lia.
Qed.
Lemma fits_pow : forall a P t R, fits a P -> fits t (times P R) ->
  forall k, fits (pow k a t) (times P (fun j => (k <= j)%nat /\ R (j - k)%nat)).
Proof.
  intros a P t R Ha Ht. induction k; cbn [pow].
  - eapply fits_ext; [|exact Ht]. apply times_ext. intros k. rewrite PeanoNat.Nat.sub_0_r. intuition lia.
  - eapply fits_ext; [|apply fits_cat; [apply Ha|apply IHk]].
    intros u. cbn beta. rewrite times_succ. apply times_ext. intros [|j]; cbn.
    + split; [tauto|lia].
    + intuition lia.
Qed.
Lemma fits_rep : forall a P min more, fits a P -> fits (rep min more a) (times P (count min more)).
Proof.
  intros a P min more Ha. unfold rep. destruct more as [k|].
  - eapply fits_ext; [|apply fits_pow; [apply Ha|apply fits_upto; apply Ha]].
    intros u. apply times_ext. unfold count. lia.
  - eapply fits_ext; [|apply fits_pow; [apply Ha|apply fits_star; apply Ha]].
    intros u. apply times_ext. unfold count. tauto.
Qed.

Lemma inside_octet : forall b, inside octet (to_N b) = true.
Proof. intros []; reflexivity. Qed.
Lemma ok_mask : forall r, ok_set r = true -> forall b, N.testbit (mask r) (cls b) = inside r (to_N b).
Proof.
  intros r H b. unfold ok_set in H. apply every_all with (b := b) in H.
  apply eqb_prop in H. auto.
Qed.
Lemma fits_chr : forall r x, ok_set r = true -> x <> anynote ->
  fits (Chr (mask r) x) (fun u => exists b, u = [(b, x)] /\ inside r (to_N b) = true).
Proof.
  intros r x Hr Hx u. cbn. unfold chr. split.
  - intros (a & E & H). destruct u as [|[b y] [|]]; try discriminate. inversion E; subst; cbn in H.
    rewrite (ok_mask r Hr) in H. destruct (inside r (to_N b)) eqn:I; [|discriminate].
    destruct (N.eqb_spec x anynote); [congruence|]. apply N.eqb_eq in H. subst. exists b; auto.
  - intros (b & -> & H). exists (cls b, x). split; auto. cbn [fst snd]. rewrite (ok_mask r Hr), H, N.eqb_refl.
    destruct (x =? anynote); auto.
Qed.
Lemma concat_ones : forall A (l : list A), l = concat (map (fun a => [a]) l).
Proof. induction l as [|a l IH]; cbn; [|rewrite <- IH]; auto. Qed.
Lemma fits_shaped : forall x y, ok_set octet = true -> x <> anynote -> y <> anynote ->
  fits (shaped x y) (shape x y).
Proof.
  intros x y Ho Hx Hy. unfold shaped.
  eapply fits_ext; [|apply fits_alt; [apply fits_eps|apply fits_cat;
    [apply fits_star; apply fits_chr; auto|apply fits_chr; auto]]].
  intros u. unfold shape. cbn beta. split.
  - intros [->|(v & w & -> & (l & -> & Hl & _) & b & -> & _)]; auto.
    right. exists (concat l), b. split; auto. clear -Hl. induction Hl; cbn; auto.
    destruct H as (b & -> & _). constructor; auto.
  - intros [->|(v & b & -> & Hv)]; auto. right. exists v, [(b, y)]. split; auto. split.
    + exists (map (fun a => [a]) v). split; [apply concat_ones|]. split; auto.
      apply Forall_map. eapply Forall_impl; [|exact Hv]. intros [c z]; cbn; intros ->.
      exists c. split; [reflexivity|apply inside_octet].
    + exists b. split; [reflexivity|apply inside_octet].
Qed.

Lemma fits_any : ok_set octet = true -> forall g, ok g = true -> fits (any g) (fun u => derives g (map fst u)).
Proof.
  intros Ho. induction g; cbn [any ok derives]; intros Hok.
  - intros u. cbn. unfold chr. split.
    + intros (a & E & H). destruct u as [|[b y] [|]]; try discriminate. inversion E; subst; cbn [fst snd sym_of] in *.
      rewrite (ok_mask r Hok) in H. destruct (inside r (to_N b)) eqn:I; [|discriminate]. exists b; auto.
    + intros (b & E & H). destruct u as [|[c y] [|]]; try discriminate. inversion E; subst. cbn.
      exists (cls b, y). split; auto. cbn. rewrite (ok_mask r Hok), H; auto.
  - intros u. rewrite (fits_eps u). destruct u; cbn; split; auto; discriminate.
  - destruct (ok g1) eqn:E; [|discriminate].
    eapply fits_ext; [|apply fits_cat; [apply IHg1; auto|apply IHg2; auto]].
    intros u. cbn beta. split.
    + intros (v & w & -> & H1 & H2). exists (map fst v), (map fst w). rewrite map_app; auto.
    + intros (v & w & Eq & H1 & H2). apply map_eq_app in Eq. destruct Eq as (v' & w' & -> & <- & <-).
      exists v', w'; auto.
  - destruct (ok g1) eqn:E; [|discriminate]. apply fits_alt; auto.
  - eapply fits_ext; [|apply fits_rep; apply IHg; auto]. intros u. split.
    + intros (l & -> & Hl & Hc). exists (map (map fst) l). rewrite concat_map, map_length.
      repeat split; try apply Hc. apply Forall_map; auto.
    + intros (l & Eq & Hl & Hc). apply split_concat in Eq. destruct Eq as (L & -> & <-).
      exists L. rewrite map_length in Hc. rewrite Forall_map in Hl. repeat split; auto; apply Hc.
  - destruct (ok g1) eqn:E; [|discriminate]. apply fits_conj; auto. apply fits_not; auto.
  - apply IHg. destruct (k =? anynote); [discriminate|auto].
  - auto.
Qed.

Lemma fits_noted : ok_set octet = true -> forall g, ok g = true -> fits (noted g) (reads g).
Proof.
  intros Ho. assert (A := fits_any Ho). induction g; cbn [noted ok reads]; intros Hok.
  - apply fits_chr; auto. discriminate.
  - apply fits_eps.
  - destruct (ok g1) eqn:E; [|discriminate]. apply fits_cat; auto.
  - destruct (ok g1) eqn:E; [|discriminate]. apply fits_alt; auto.
  - apply fits_rep; auto.
  - destruct (ok g1) eqn:E; [|discriminate]. apply fits_conj; auto.
    apply fits_not with (P := fun u => derives g2 (map fst u)). auto.
  - destruct (N.eqb_spec k anynote); [discriminate|].
    apply fits_conj with (P := fun u => derives g (map fst u)); auto. apply fits_shaped; auto. discriminate.
  - apply fits_conj with (P := fun u => derives g (map fst u)); auto. apply fits_shaped; auto; discriminate.
Qed.

(* The machine with notes: it accepts a string with the notes of its trail. Its
   state is that of the machine and the component that started last. *)
Definition state := (N * N)%type.
Definition sink : state := (0, 0).
Definition next (q : state) (a : sym) : state :=
  let (s, k) := q in
  if s =? 0 then sink
  else let (t, mark) := step m s (mcls (fst a)) in
    if t =? 0 then sink
    else let x := note s t mark in if snd a =? x then (t, after k x) else sink.
Definition final (q : state) : bool := if fst q =? 0 then false else accepting m (fst q).

Fixpoint alive (fuel : nat) (s : N) : bool :=
  if accepting m s then true
  else match fuel with
    | O => false
    | S f => let t := fst (step m s (class m (way s))) in if t =? 0 then false else alive f t
    end.
Definition fine (q : state) : bool :=
  let (s, k) := q in
  if s =? 0 then true
  else if alive 200 s then
    forallb (fun b => let (t, mark) := step m s (class m b) in
      if t =? 0 then true
      else let x := note s t mark in
        if existsb (N.eqb x) ns then tag m t =? (if x =? within then escape n else part n (after k x)) else false)
      reps
  else false.

Definition alphabet : list sym :=
  flat_map (fun i => map (fun x => (N.of_nat i, x)) ns) (seq 0 (length reps)).

(* The pairs of an expression and a state that a string leads to. They are kept
   by the number of the state. *)
Definition pair := (re * state)%type.
Definition pairs := PositiveMap.t (list pair).
Definition key (p : pair) : positive := N.succ_pos (8 * fst (snd p) + snd (snd p)).
Definition same (p q : pair) : bool :=
  if fst (snd p) =? fst (snd q) then if snd (snd p) =? snd (snd q) then eqb (fst p) (fst q) else false else false.
Definition bucket (p : pair) (seen : pairs) : list pair :=
  match PositiveMap.find (key p) seen with Some l => l | None => [] end.
Definition mem (p : pair) (seen : pairs) : bool := existsb (same p) (bucket p seen).
Definition add (p : pair) (seen : pairs) : pairs := PositiveMap.add (key p) (p :: bucket p seen) seen.
Definition succ (p : pair) (a : sym) : pair := (deriv a (fst p), next (snd p) a).

Definition good (p : pair) : bool :=
  if Bool.eqb (nullable (fst p)) (final (snd p)) then fine (snd p) else false.

Inductive work := Failed | Work (todo : list pair) (seen : pairs).
Definition turn (w : work) : work :=
  match w with
  | Work (p :: todo) seen =>
    if mem p seen then Work todo seen
    else if good p then
      let seen := add p seen in
      Work (fold_left (fun todo a => let q := succ p a in if mem q seen then todo else q :: todo) alphabet todo) seen
    else Failed
  | _ => w
  end.
Fixpoint turns (k : nat) (w : work) : work :=
  match w with
  | Work (_ :: _) _ => match k with O => turn w | S k' => turns k' (turns k' w) end
  | _ => w
  end.

(* The proof. *)

Lemma same_eq : forall p q, same p q = true <-> p = q.
Proof.
  intros [r [s k]] [r' [s' k']]. unfold same; cbn.
  destruct (N.eqb_spec s s'); [|split; [discriminate|congruence]].
  destruct (N.eqb_spec k k'); [|split; [discriminate|congruence]].
  rewrite eqb_eq. subst. split; congruence.
Qed.
Lemma existsb_cons : forall A (f : A -> bool) a l, existsb f (a :: l) = (f a || existsb f l)%bool.
Proof. reflexivity. Qed.
Lemma mem_add_same : forall p seen, mem p (add p seen) = true.
Proof.
  intros. unfold mem, bucket, add. rewrite PositiveMap.gss, existsb_cons, (proj2 (same_eq p p)); auto.
Qed.
Lemma mem_add_mono : forall p q seen, mem q seen = true -> mem q (add p seen) = true.
Proof.
  intros p q seen H. unfold mem, bucket, add in *.
  destruct (Pos.eq_dec (key q) (key p)) as [E|E].
  - rewrite E, PositiveMap.gss, existsb_cons. rewrite E in H. apply orb_true_iff; right; exact H.
  - rewrite PositiveMap.gso; auto.
Qed.
Lemma mem_add : forall p q seen, mem q (add p seen) = true -> q = p \/ mem q seen = true.
Proof.
  intros p q seen H. unfold mem, bucket, add in *.
  destruct (Pos.eq_dec (key q) (key p)) as [E|E].
  - rewrite E, PositiveMap.gss, existsb_cons in H. apply orb_true_iff in H. destruct H as [H|H].
    + apply same_eq in H; auto.
    + rewrite E; auto.
  - rewrite PositiveMap.gso in H; auto.
Qed.

Definition inv (todo : list pair) (seen : pairs) : Prop :=
  forall p, mem p seen = true -> good p = true /\
    forall a, List.In a alphabet -> mem (succ p a) seen = true \/ List.In (succ p a) todo.
Definition has (p : pair) (w : work) : Prop :=
  match w with Failed => True | Work todo seen => inv todo seen /\ (mem p seen = true \/ List.In p todo) end.

Lemma todo_new : forall p seen l todo q,
  List.In q todo \/ (exists a, List.In a l /\ q = succ p a /\ mem q seen = false) ->
  List.In q (fold_left (fun todo a => let q := succ p a in if mem q seen then todo else q :: todo) l todo).
Proof.
  induction l as [|a l IH]; cbn; intros todo q H.
  - destruct H as [H|(? & [] & _)]; auto.
  - apply IH. destruct H as [H|(b & [->|H] & -> & M)].
    + left. destruct (mem (succ p a) seen); auto. right; auto.
    + left. cbn. rewrite M. left; auto.
    + right. exists b; auto.
Qed.

Lemma turn_has : forall p w, has p w -> has p (turn w).
Proof.
  intros p [|[|q todo] seen] H; auto. cbn [turn]. destruct H as [I H].
  destruct (mem q seen) eqn:M.
  - split.
    + intros r Hr. destruct (I r Hr) as [G S]. split; auto. intros a Ha.
      destruct (S a Ha) as [|[<-|]]; auto.
    + destruct H as [|[<-|]]; auto.
  - destruct (good q) eqn:G; [|exact Logic.I]. split.
    + intros r Hr. apply mem_add in Hr. destruct Hr as [->|Hr].
      * split; auto. intros a Ha. destruct (mem (succ q a) (add q seen)) eqn:M'; auto.
        right. apply todo_new. right. exists a; auto.
      * destruct (I r Hr) as [G' S]. split; auto. intros a Ha.
        destruct (S a Ha) as [H'|[<-|H']].
        -- left. apply mem_add_mono; auto.
        -- left. apply mem_add_same.
        -- right. apply todo_new; auto.
    + destruct H as [H|[<-|H]].
      * left. apply mem_add_mono; auto.
      * left. apply mem_add_same.
      * right. apply todo_new; auto.
Qed.
Lemma turns_has : forall k p w, has p w -> has p (turns k w).
Proof.
  induction k; intros p [|[|q todo] seen] H; auto; cbn [turns].
  - apply turn_has; auto.
  - apply IHk, IHk; auto.
Qed.

(* A set of pairs that is closed, and in which both agree. *)
Definition closed (seen : pairs) : Prop :=
  forall p, mem p seen = true -> good p = true /\
    forall a, List.In a alphabet -> mem (succ p a) seen = true.

Definition done (w : work) : bool := match w with Work [] _ => true | _ => false end.
Lemma done_closed : forall k p, done (turns k (Work [p] (PositiveMap.empty _))) = true ->
  exists seen, closed seen /\ mem p seen = true.
Proof.
  intros k p H.
  assert (P : has p (turns k (Work [p] (PositiveMap.empty _)))).
  { apply turns_has. split; [|right; left; auto]. intros q Hq. unfold mem, bucket in Hq.
    rewrite PositiveMap.gempty in Hq. discriminate. }
  destruct (turns k _) as [|[|] seen]; try discriminate.
  destruct P as [I [M|[]]].
  exists seen. split; auto. intros q Hq. destruct (I q Hq) as [G S]. split; auto.
  intros a Ha. destruct (S a Ha) as [|[]]; auto.
Qed.
Definition explored (k : nat) (g : node) : bool :=
  done (turns k (Work [(noted g, (start m, 0))] (PositiveMap.empty _))).

Definition check (k : nat) (g : node) : bool :=
  if start m =? 0 then false
  else if tag m (start m) =? part n 0 then
    if every (fun b => mcls (cls b) =? class m b) then
      if every (fun b => match nth_error reps (N.to_nat (cls b)) with Some r => if cls r =? cls b then class m r =? class m b else false | None => false end) then
        if ok_set octet then if ok g then
          if forallb (fun x => existsb (N.eqb x) ns) (notes g) then explored k g else false
        else false else false
      else false
    else false
  else false.

Section Closed.
Variable g : node.
Variable seen : pairs.
Hypothesis Closed : closed seen.
Hypothesis Class : forall b, mcls (cls b) = class m b.
Hypothesis Reps : forall b, exists r, nth_error reps (N.to_nat (cls b)) = Some r /\ cls r = cls b /\ class m r = class m b.

Lemma in_alphabet : forall b x, List.In x ns -> List.In (sym_of (b, x)) alphabet.
Proof.
  intros b x Hx. unfold alphabet, sym_of. cbn. destruct (Reps b) as (r & E & _).
  apply in_flat_map. exists (N.to_nat (cls b)). split.
  - apply in_seq. split; [lia|]. cbn. apply nth_error_Some. congruence.
  - apply in_map_iff. exists x. rewrite Nnat.N2Nat.id; auto.
Qed.

Fixpoint go (q : state) (u : list letter) : state :=
  match u with [] => q | a :: u' => go (next q (sym_of a)) u' end.

Definition letters (u : list letter) : Prop := Forall (fun a => List.In (snd a) ns) u.

Lemma closed_in : forall u r q, letters u -> mem (r, q) seen = true ->
  (In r (map sym_of u) <-> final (go q u) = true).
Proof.
  induction u as [|[b x] u IH]; cbn [map go]; intros r q L M.
  - destruct (Closed _ M) as [G _]. unfold good in G. cbn in G.
    rewrite <- in_nullable. destruct (Bool.eqb (nullable r) (final q)) eqn:E; [|discriminate].
    apply eqb_prop in E. rewrite E; tauto.
  - inversion L; subst. destruct (Closed _ M) as [_ S].
    specialize (S (sym_of (b, x)) (in_alphabet b x H1)). unfold succ in S. cbn [fst snd] in S.
    rewrite <- in_deriv. apply IH; auto.
Qed.

Lemma go_sink : forall u, go sink u = sink.
Proof. induction u; auto. Qed.

(* go takes the same steps as trail, and requires the notes of the trail. *)
Lemma go_trail : forall u s k, s <> 0 ->
  (final (go (s, k) u) = true <-> exists e, trail s (map fst u) = (u, e) /\ accepting m e = true).
Proof.
  induction u as [|[b x] u IH]; cbn [go map trail fst]; intros s k Hs.
  - unfold final; cbn. destruct (N.eqb_spec s 0); [tauto|]. split.
    + intros H; exists s; auto.
    + intros (e & E & H). inversion E; subst; auto.
  - unfold next at 1. cbn [sym_of fst snd]. rewrite Class.
    destruct (N.eqb_spec s 0); [tauto|].
    destruct (step m s (class m b)) as [t mark] eqn:St.
    destruct (N.eqb_spec t 0).
    + rewrite go_sink. split; [discriminate|]. intros (? & E & _); inversion E.
    + destruct (N.eqb_spec x (note s t mark)).
      * rewrite IH; auto. destruct (trail t (map fst u)) as [v e'] eqn:Tr. subst x. split.
        -- intros (e & E & H). inversion E; subst. exists e; auto.
        -- intros (e & E & H). inversion E; subst. exists e; auto.
      * rewrite go_sink. split; [discriminate|]. intros (e & E & _).
        destruct (trail t (map fst u)). inversion E; congruence.
Qed.

Lemma fine_step : forall r s k b t mark, mem (r, (s, k)) seen = true -> s <> 0 ->
  step m s (class m b) = (t, mark) -> t <> 0 ->
  let x := note s t mark in
  mem (deriv (sym_of (b, x)) r, (t, after k x)) seen = true /\ List.In x ns /\
  tag m t = if x =? within then escape n else part n (after k x).
Proof.
  intros r s k b t mark M Hs St Ht x. destruct (Closed _ M) as [G S].
  unfold good in G. cbn [fst snd] in G. destruct (Bool.eqb _ _); [|discriminate].
  unfold fine in G. destruct (N.eqb_spec s 0); [tauto|]. destruct (alive 200 s); [|discriminate].
  destruct (Reps b) as (c & E & Ec & Em).
  assert (Hc : List.In c reps) by (eapply nth_error_In; eauto).
  eapply forallb_forall in G; [|exact Hc]. rewrite Em, St in G.
  destruct (N.eqb_spec t 0); [tauto|]. fold x in G.
  destruct (existsb (N.eqb x) ns) eqn:Ex; [|discriminate].
  apply existsb_exists in Ex. destruct Ex as (y & Hy & Ey). apply N.eqb_eq in Ey. subst y.
  apply N.eqb_eq in G. split; [|auto].
  specialize (S (sym_of (b, x)) (in_alphabet b x Hy)). unfold succ in S. cbn [fst snd] in S.
  replace (next (s, k) (sym_of (b, x))) with (t, after k x) in S; auto.
  unfold next, sym_of. cbn [fst snd]. rewrite Class, St.
  destruct (N.eqb_spec s 0); [tauto|]. destruct (N.eqb_spec t 0); [tauto|]. fold x. rewrite N.eqb_refl. auto.
Qed.

Lemma alive_way : forall fuel s, alive fuel s = true ->
  exists u e, trail s (map fst u) = (u, e) /\ accepting m e = true.
Proof.
  induction fuel; cbn [alive]; intros s H; destruct (accepting m s) eqn:A;
    try (exists [], s; auto; fail); [discriminate|].
  destruct (step m s (class m (way s))) as [t mark] eqn:St. cbn in H.
  destruct (N.eqb_spec t 0); [discriminate|]. destruct (IHfuel _ H) as (u & e & T & Ha).
  exists ((way s, note s t mark) :: u), e. cbn [map trail fst]. rewrite St.
  destruct (N.eqb_spec t 0); [tauto|]. rewrite T; auto.
Qed.

(* The pairs and the place that a trail passes. *)
Lemma trail_seen : forall w r s k t, mem (r, (s, k)) seen = true -> s <> 0 -> tag m s = t ->
  let (u, e) := trail s w in
  letters u /\ tag m e = place_from k t u /\ (exists z, w = map fst u ++ z) /\
  (exists v f, trail s (map fst u ++ map fst v) = (u ++ v, f) /\ accepting m f = true).
Proof.
  induction w as [|b w IH]; cbn [trail]; intros r s k tg M Hs Tag.
  - split; [constructor|]. split; auto. split; [exists []; auto|].
    destruct (Closed _ M) as [G _]. unfold good in G. cbn [fst snd] in G.
    destruct (Bool.eqb _ _); [|discriminate]. unfold fine in G.
    destruct (N.eqb_spec s 0); [tauto|]. destruct (alive 200 s) eqn:A; [|discriminate].
    destruct (alive_way _ _ A) as (u & e & T & H). exists u, e; auto.
  - destruct (step m s (class m b)) as [t mark] eqn:St. destruct (N.eqb_spec t 0).
    + specialize (IH r s k tg M Hs Tag). clear IH.
      split; [constructor|]. split; auto. split; [exists (b :: w); auto|].
      destruct (Closed _ M) as [G _]. unfold good in G. cbn [fst snd] in G.
      destruct (Bool.eqb _ _); [|discriminate]. unfold fine in G.
      destruct (N.eqb_spec s 0); [tauto|]. destruct (alive 200 s) eqn:A; [|discriminate].
      destruct (alive_way _ _ A) as (u & e' & T & H). exists u, e'; auto.
    + destruct (fine_step r s k b t mark M Hs St n0) as (M' & X & Tg).
      specialize (IH _ t _ _ M' n0 Tg). destruct (trail t w) as [u e] eqn:Tr.
      destruct IH as (L & P & (z & Z) & v & f & T & A).
      split; [constructor; auto|]. split; [cbn; exact P|]. split; [exists z; cbn; congruence|].
      exists v, f. cbn [map app trail fst]. rewrite St. destruct (N.eqb_spec t 0); [tauto|].
      rewrite T; auto.
Qed.
End Closed.

(* The trail of the bytes of a trail has the same letters. *)
Lemma trail_prefix : forall u s z v f, trail s (map fst u ++ z) = (u ++ v, f) ->
  exists e, trail s (map fst u) = (u, e).
Proof.
  induction u as [|[b x] u IH]; cbn [map app trail fst]; intros s z v f H.
  - exists s; auto.
  - destruct (step m s (class m b)) as [t mark]. destruct (t =? 0); [inversion H|].
    destruct (trail t (map fst u ++ z)) as [u' e'] eqn:T. inversion H; subst.
    destruct (IH _ _ _ _ T) as (e & E). exists e. rewrite E; auto.
Qed.
Lemma trail_fst : forall w s u e, trail s w = (u, e) -> exists z, w = map fst u ++ z.
Proof.
  induction w as [|b w IH]; cbn [trail]; intros s u e H.
  - inversion H; subst. exists []; auto.
  - destruct (step m s (class m b)) as [t mark]. destruct (t =? 0).
    + inversion H; subst. exists (b :: w); auto.
    + destruct (trail t w) as [u' e'] eqn:T. inversion H; subst.
      destruct (IH _ _ _ T) as (z & ->). exists z; auto.
Qed.
(* The trail of a prefix is a prefix of the trail. *)
Lemma trail_firstn : forall w s k, (k <= length w)%nat ->
  length (fst (trail s (firstn k w))) = Nat.min k (length (fst (trail s w))).
Proof.
  induction w as [|b w IH]; intros s [|k] H; cbn [firstn trail].
  - reflexivity.
  - inversion H.
  - reflexivity.
  - destruct (step m s (class m b)) as [t mark]. destruct (t =? 0); cbn [fst length]; auto.
    assert (Hk : (k <= length w)%nat) by (cbn in H; lia). specialize (IH t k Hk).
    destruct (trail t (firstn k w)), (trail t w). cbn in *. rewrite IH. auto.
Qed.
Lemma accepts_trail : forall w, accepts w = true <->
  exists u e, trail (start m) w = (u, e) /\ map fst u = w /\ accepting m e = true.
Proof.
  intros w. unfold accepts. destruct (trail (start m) w) as [u e] eqn:T. split.
  - destruct (PeanoNat.Nat.eqb_spec (length u) (length w)) as [E|]; [|discriminate]. intros A.
    exists u, e. repeat split; auto. destruct (trail_fst _ _ _ _ T) as (z & Hz).
    assert (z = []). { subst w. rewrite app_length, map_length in E. destruct z; [auto|exfalso; cbn [length] in E; unfold letter in *; lia]. }
    subst z. rewrite app_nil_r in Hz. auto.
  - intros (u' & e' & E & <- & A). inversion E; subst. rewrite map_length, PeanoNat.Nat.eqb_refl. auto.
Qed.

Theorem check_reads : forall k g, check k g = true -> Reads g.
Proof.
  intros fuel g H. unfold check in H.
  destruct (N.eqb_spec (start m) 0) as [|S0]; [discriminate|].
  destruct (N.eqb_spec (tag m (start m)) (part n 0)) as [Tag|]; [|discriminate].
  destruct (every (fun b => mcls (cls b) =? class m b)) eqn:C; [|discriminate].
  assert (Class : forall b, mcls (cls b) = class m b).
  { intros b. apply N.eqb_eq. apply (every_all _ C b). }
  destruct (every (fun b => match nth_error reps (N.to_nat (cls b)) with Some r => _ | None => _ end)) eqn:R; [|discriminate].
  assert (Reps : forall b, exists r, nth_error reps (N.to_nat (cls b)) = Some r /\ cls r = cls b /\ class m r = class m b).
  { intros b. pose proof (every_all _ R b) as X. cbn beta in X.
    destruct (nth_error reps (N.to_nat (cls b))) as [r|]; [|discriminate]. exists r.
    destruct (N.eqb_spec (cls r) (cls b)); [|discriminate]. apply N.eqb_eq in X. auto. }
  clear C R.
  destruct (ok_set octet) eqn:Ho; [|discriminate]. destruct (ok g) eqn:Hg; [|discriminate].
  destruct (forallb (fun x => existsb (N.eqb x) ns) (notes g)) eqn:Hn; [|discriminate].
  destruct (done_closed fuel _ H) as (seen & Cl & M). clear H.
  assert (F := fits_noted Ho g Hg).
  (* The readings are the trails that are accepted. *)
  assert (RT : forall u, reads g u <-> exists e, trail (start m) (map fst u) = (u, e) /\ accepting m e = true).
  { intros u.
    assert (L : letters u -> (reads g u <-> exists e, trail (start m) (map fst u) = (u, e) /\ accepting m e = true)).
    { intros L. rewrite <- (F u). rewrite (closed_in seen Cl Reps u _ _ L M). apply (go_trail Class). auto. }
    split; intros Hu.
    - apply L; auto. apply reads_notes in Hu. eapply Forall_impl; [|exact Hu].
      intros a Ha. eapply forallb_forall in Hn; [|exact Ha]. apply existsb_exists in Hn.
      destruct Hn as (y & Hy & E). apply N.eqb_eq in E. congruence.
    - apply L; auto. destruct Hu as (e & T & _).
      pose proof (trail_seen seen Cl Class Reps (map fst u) _ _ _ _ M S0 Tag) as X.
      rewrite T in X. apply X. }
  assert (Str : forall w, accepts w = true <-> derives g w).
  { intros w. rewrite accepts_trail. split.
    - intros (u & e & T & E & A). rewrite <- E. apply reads_derives. apply RT. exists e. rewrite E; auto.
    - intros D. destruct (derives_reads g w D) as (u & <- & Hu). apply RT in Hu. destruct Hu as (e & T & A).
      exists u, e; auto. }
  assert (Seen : forall w, let (u, e) := trail (start m) w in
    tag m e = place u /\ (exists z, w = map fst u ++ z) /\ exists v, reads g (u ++ v)).
  { intros w. pose proof (trail_seen seen Cl Class Reps w _ _ _ _ M S0 Tag) as X.
    destruct (trail (start m) w) as [u e]. destruct X as (_ & P & Z & v & f & T & A).
    split; auto. split; auto. exists v. apply RT. exists f. rewrite map_app; auto. }
  split.
  - exact Str.
  - intros w u D. split.
    + intros [<- Hu]. apply RT in Hu. destruct Hu as (e & T & _). rewrite T; auto.
    + intros ->. apply Str, accepts_trail in D. destruct D as (u & e & T & E & A). rewrite T. cbn. split; auto.
      apply RT. exists e. rewrite E; auto.
  - intros w k Hk. rewrite <- (PeanoNat.Nat.min_l_iff k).
    rewrite <- trail_firstn by auto. split.
    + intros (z & D). apply Str, accepts_trail in D. destruct D as (u & e & T & E & A).
      assert (L : length (firstn k w) = k) by (apply firstn_length_le; auto).
      destruct (map_eq_app _ _ _ _ E) as (u1 & u2 & -> & E1 & E2).
      rewrite <- E1 in T. apply trail_prefix in T. destruct T as (e' & T). rewrite <- E1, T. cbn.
      transitivity (length (map fst u1)); [symmetry; apply map_length|rewrite E1; auto].
    + intros L. specialize (Seen (firstn k w)). destruct (trail (start m) (firstn k w)) as [u e]. cbn in L.
      destruct Seen as (_ & (z & Z) & v & Hv). exists (map fst v).
      assert (z = []).
      { assert (X : length (firstn k w) = k) by (apply firstn_length_le; auto).
        rewrite Z, app_length, map_length in X. destruct z; [auto|exfalso; cbn [length] in X; unfold letter in *; lia]. }
      subst z. rewrite app_nil_r in Z. rewrite Z, <- map_app. apply reads_derives; auto.
  - intros w. specialize (Seen w). destruct (trail (start m) w). apply Seen.
  - intros w u. pose proof (Seen w) as Sw. unfold u. destruct (trail (start m) w) as [u0 e] eqn:T0. cbn [fst].
    destruct Sw as (_ & (z0 & Z0) & v0 & Hv0). split; [exists v0; auto|].
    intros v z E Hv. apply RT in Hv. destruct Hv as (f & T & _). rewrite map_app in T.
    apply trail_prefix in T. destruct T as (f' & T).
    apply RT in Hv0. destruct Hv0 as (h & T' & _). rewrite map_app in T'. apply trail_prefix in T'.
    destruct T' as (h' & T'). rewrite E, T' in T. congruence.
Qed.
End Machine.
